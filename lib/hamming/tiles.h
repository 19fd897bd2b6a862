#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Cuts codes into tiles for a kernel, one at a time: some ten thousand codes that stay in the L2
/// cache while all queries pass over them. Codes of several bits a digit become thermometers (see
/// codes.h), so that kernels know one distance only.
class TileMaker {
 public:
  /// `with_codes`: also fill Tile::codes for kernels that can do without.
  TileMaker(const Kernel& kernel, const CodeFormat& format, bool with_codes = false);

  /// The kernel to be used on the tiles: the one given, unless its limit on bits is passed.
  const Kernel& kernel() const { return *kernel_; }
  /// Codes of a full tile, a multiple of Tile::block_codes.
  std::size_t tile_codes() const { return tile_codes_; }

  /// A tile of the codes first .. first + n; valid until the next one is made. n <= tile_codes().
  const Tile& make(const Codes& codes, std::size_t first, std::size_t n);
  /// A tile of the codes at these positions.
  const Tile& make(const Codes& codes, std::span<const std::uint32_t> positions);

 private:
  struct alignas(64) Line {
    std::uint64_t word[8];
  };
  const Kernel* kernel_;
  CodeFormat format_;
  bool with_codes_;
  std::size_t tile_codes_;
  Tile tile_;
  Codes gathered_, thermometers_;
  std::vector<Line> sliced_, planes_;
};

/// Adds code i of a tile to a set, written as one plane of it.
inline void insert(std::vector<std::uint64_t>& set, std::size_t i) {
  const std::size_t in_block = i % Tile::block_codes;
  set[i / Tile::block_codes * Tile::block_words + in_block % Tile::block_words] |=
      std::uint64_t{1} << (in_block / Tile::block_words);
}

}  // namespace hashlab
