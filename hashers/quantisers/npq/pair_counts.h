#pragma once

#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers::npq {

/// Counts the neighbour pairs within regions of a line by table look-up, for searches that evaluate
/// hundreds of placements; f_ratio would go through all pairs for each.
/// Cost:    the constructor takes O(256 G + pairs) time and memory.
class PairCounts {
 public:
  explicit PairCounts(const Line& line);

  /// TP: the number of neighbour pairs within the regions between these cuts. O(T (1 + G / 256))
  /// look-ups.
  double within(const Cuts& cuts) const;

 private:
  std::uint32_t within(std::size_t a, std::size_t b) const;

  std::size_t G_, step_, columns_;
  /// [b * columns_ + c]: pairs whose lesser end is at or behind group c * step_ and whose greater
  /// end is before cut b.
  std::vector<std::uint32_t> table_;
  Lists above_;  ///< list a: the greater ends of the pairs whose lesser end is group a, ascending
};

}  // namespace hashlab::hashers::npq
