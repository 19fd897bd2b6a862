#pragma once

#include "results/metric_results.h"
#include "results/table_format.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hashlab {

/// How many runs of two cells differ beyond zero by the bootstrap over queries, by who is compared.
using BeyondZero = std::map<std::pair<Combination, Combination>, std::size_t>;

struct ComparisonOptions {
  std::size_t precision = 4;
  double hasher_ratio = 0;             ///< see resampling_ratio
  double strategy_ratio = 0;           ///< see strategy_ratio
  const BeyondZero* beyond = nullptr;  ///< null: no bootstrap was asked for
};

/// The strategies whose runs share test queries, training rows and all else but what is ranked, in the
/// order of what their difference tells: literature - improved (all that the literature protocol adds),
/// matched - improved (overlap alone), literature - matched (database size and prevalence). Settings
/// must be the same ("improved:duplicates=exclude").
std::vector<std::pair<std::string, std::string>> comparable_strategies(
    const std::vector<std::string>& splits);

/// What the choice of strategy does to every hasher and to their ranking. For each two comparable
/// strategies: a grid a number of bits with the paired differences of hashers, one of reference
/// rankings, the ranking's changes, and the pairs of hashers that change places; strategies that pair
/// with none are shown by their means. The first footnotes sum up.
/// Records: see comparison_record.h; kinds strategy, change, ranking, pair (the order under each
///          strategy) and mean.
/// Errors:  invalid_argument if no two strategies are comparable or no run has both.
Table compare_splits(const MetricResults& results, const ComparisonOptions& options,
                     const std::vector<std::string>& footnotes);

}  // namespace hashlab
