#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/plane_sums/sum_kernel.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Codes in the form from which tiles for sums are made: sliced if the kernel slices, or as they
/// are.
class WeighedCodes {
 public:
  /// The codes at positions order[0], order[1], ... `kernel` must outlive the object.
  /// Requires: codes of at most most_weighed_planes bits.
  /// Memory:   that of the codes, rounded up to blocks of 512 codes.
  WeighedCodes(const Codes& codes, std::span<const std::uint32_t> order, const Kernel& kernel);

  std::size_t n_codes() const { return n_; }
  std::size_t n_blocks() const { return (n_ + Tile::block_codes - 1) / Tile::block_codes; }
  const SumKernel& kernel() const { return *sums_; }

  /// Makes tiles, one at a time, in memory of its own.
  class Tiles {
   public:
    explicit Tiles(const WeighedCodes& codes) : codes_(codes) {}
    /// The number of blocks of a full tile, whose lines stay in the L2 cache.
    std::size_t full() const;
    /// A tile of blocks first .. first + n - 1, at most full() of them. It is valid until the next
    /// call.
    WeighedTile make(std::size_t first, std::size_t n);

   private:
    const WeighedCodes& codes_;
    std::vector<std::uint64_t> lines_;
  };

 private:
  std::size_t n_, n_planes_, words_;
  const SumKernel* sums_;
  std::vector<std::uint64_t> stored_;  ///< n_blocks x n_planes x 8 words, or the codes themselves
};

}  // namespace hashlab
