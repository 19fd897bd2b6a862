#pragma once

#include "results/statistics/paired.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace hashlab::results {

/// For each pair compared, the number of runs whose bootstrap interval over queries excludes zero.
using BeyondZero = std::map<std::pair<Combination, Combination>, std::size_t>;

/// Options of both kinds of `hashlab compare`: by split and by hasher.
struct ComparisonOptions {
  std::size_t precision = 4;           ///< decimals, 0 .. 17
  double hasher_ratio = 0;             ///< see resampling_ratio()
  double strategy_ratio = 0;           ///< see strategy_ratio()
  const BeyondZero* beyond = nullptr;  ///< null: the user did not request a bootstrap
};

/// Adds the bootstrap results to the comparisons; does nothing if no bootstrap was requested.
void add_bootstrap(std::vector<PairedComparison>& comparisons, const ComparisonOptions& options);

}  // namespace hashlab::results
