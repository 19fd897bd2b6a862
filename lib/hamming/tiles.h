#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Makes tiles for a kernel, one at a time. A tile holds 1,024 to 32,768 codes, the fewer the
/// longer they are, so that its tables stay in the L2 cache while it is compared with all queries.
/// Codes with digits of several bits become thermometer codes (see lib/codes/codes.h), so that
/// kernels need only the Hamming distance.
class TileMaker {
 public:
  /// `n_queries` is the number of queries that each tile will be compared with.
  ///
  /// `slices_from` is the smallest number of queries for which codes are sliced. Pass the kernel's
  /// count_slices_from or within_slices_from, or 0 to slice always. Codes with digits of several
  /// bits are sliced for any number of queries. Nothing is sliced if kernel() has no `slice`.
  ///
  /// If `with_codes` is true, Tile::codes is filled in every tile, also in sliced tiles, where the
  /// kernel does not need it.
  TileMaker(const Kernel& kernel, const CodeFormat& format, std::size_t n_queries = 0,
            std::size_t slices_from = 0, bool with_codes = false);

  /// Upper bound in bytes on the memory that the object holds for a full tile.
  static std::size_t bytes(const CodeFormat& format);

  /// The kernel to use on the tiles: the one passed to the constructor, or a kernel without `slice`
  /// if the codes are too long for it.
  const Kernel& kernel() const { return *kernel_; }
  /// True if the tiles are sliced.
  bool slices() const { return slices_; }
  /// The number of codes in a full tile, a multiple of Tile::block_codes.
  std::size_t tile_codes() const { return tile_codes_; }

  /// A tile of codes first .. first + n - 1; n <= tile_codes(). It is valid until the next call,
  /// and only as long as `codes`, because it may refer to their memory.
  const Tile& make(const Codes& codes, std::size_t first, std::size_t n);
  /// A tile of the codes at these positions, at most tile_codes(). It is valid until the next call.
  const Tile& make(const Codes& codes, std::span<const std::uint32_t> positions);

 private:
  struct alignas(64) Line {
    std::uint64_t word[8];
  };
  const Kernel* kernel_;
  CodeFormat format_;
  bool slices_, with_codes_;
  std::size_t tile_codes_;
  Tile tile_;
  Codes gathered_, thermometers_;
  std::vector<Line> sliced_, planes_, tables_;
};

/// Adds code i of a tile to a set of codes, which is laid out like the `relevant_set` of
/// Kernel::count.
inline void insert(std::vector<std::uint64_t>& set, std::size_t i) {
  const std::size_t in_block = i % Tile::block_codes;
  set[i / Tile::block_codes * Tile::block_words + in_block % Tile::block_words] |=
      std::uint64_t{1} << (in_block / Tile::block_words);
}

}  // namespace hashlab
