#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Counts how often each distance occurs. Made once for many rankings, so that its tables stay in
/// the L1 cache.
class Histogram {
 public:
  /// Distances are 0 .. n_distances - 1.
  explicit Histogram(std::size_t n_distances);

  void add(std::span<const std::uint16_t> distances);
  /// Adds the counts to `row`, of n_distances elements, and starts again from zero.
  void flush_into(std::span<std::uint32_t> row);

 private:
  void add_pairs(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);
  void add_singles(std::span<const std::uint16_t> distances);

  std::size_t n_;
  std::vector<std::uint32_t> pairs_;    ///< n_ x n_ for two distances at a time, or empty
  std::vector<std::uint32_t> singles_;  ///< 4 x n_
};

}  // namespace hashlab
