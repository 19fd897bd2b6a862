#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// What the choice of strategy does to every hasher and to their ranking. For each two comparable
/// strategies: a grid a number of bits with the paired differences of hashers, one of reference
/// rankings, both with that of chance, the ranking's changes, and the pairs of hashers that change
/// places; strategies that pair with none are shown by their means. The first footnotes sum up.
/// Records: see comparison_record.h; kinds strategy, chance, change, ranking, pair (the order under
///          each strategy) and mean.
/// Errors:  invalid_argument if no two strategies are comparable or no run has both.
Table compare_splits(const MetricResults& results, const ComparisonOptions& options,
                     const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
