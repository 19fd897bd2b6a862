#pragma once

#include "results/statistics/paired.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace hashlab::results {

/// How many runs of two cells differ beyond zero by the bootstrap over queries, by who is compared.
using BeyondZero = std::map<std::pair<Combination, Combination>, std::size_t>;

/// Of both kinds of `hashlab compare`: by split and by hasher.
struct ComparisonOptions {
  std::size_t precision = 4;
  double hasher_ratio = 0;             ///< see resampling_ratio
  double strategy_ratio = 0;           ///< see strategy_ratio
  const BeyondZero* beyond = nullptr;  ///< null: no bootstrap was asked for
};

/// Tells the comparisons what the bootstrap found; nothing if none was asked for.
void add_bootstrap(std::vector<PairedComparison>& comparisons, const ComparisonOptions& options);

}  // namespace hashlab::results
