#pragma once

#include "results/ranking_changes.h"
#include "results/table_format.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace hashlab {

/// Pairs of hashers that change places at one number of bits, and by Holm's p < 0.05:
struct FlipCount {
  std::size_t flips = 0;
  std::size_t changed = 0;      ///< those whose difference changes
  std::size_t either = 0;       ///< those with an order under either strategy
  std::size_t established = 0;  ///< those with an order under both
};

FlipCount count_flips(const RankingChange& change);

/// How alike two strategies rank hashers, a row a number of bits; and the pairs that change places,
/// those whose change is surest first, at most 30 of them. No grid where there is nothing to show.
std::vector<TableGrid> ranking_grids(const MetricResults& results,
                                     const std::pair<std::string, std::string>& strategies,
                                     const std::vector<RankingChange>& changes,
                                     std::size_t precision);

}  // namespace hashlab
