#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The effect of the splitting protocol on the score of every method and on the ranking of methods.
/// For each two comparable protocols (see comparable_strategies), the table has one grid per code
/// length with the paired differences of methods, and one with those of uncompressed baselines.
/// Both kinds of grids also have the difference of random rankings, if it is known. Further grids
/// show the changes of the ranking and the pairs of methods that change places (see ranking_grids).
/// The last grid shows the mean scores under protocols that are comparable with no other. The first
/// footnotes summarise the differences, and `footnotes` come last.
/// Records: the lines of Table::records are those of comparison_record.h, of the kinds strategy,
///          chance, change, ranking, pair (the order under each protocol) and mean.
/// Errors:  invalid_argument if no two protocols are comparable, or comparable ones share no run.
Table compare_splits(const MetricResults& results, const ComparisonOptions& options,
                     const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
