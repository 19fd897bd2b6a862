#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The effect of the splitting protocol on every method and on their ranking. For each two
/// comparable protocols the table has: one grid per code length with the paired differences of
/// methods; one of uncompressed baselines (both with the difference of random rankings); the
/// changes of the ranking; and the pairs of methods that change places. Protocols that are
/// comparable with no other are shown by their means. The first footnotes are a summary.
/// Records: the lines of Table::records are those of comparison_record.h, of the kinds strategy,
///          chance, change, ranking, pair (the order under each protocol) and mean.
/// Errors:  invalid_argument if no two protocols are comparable, or no run has both.
Table compare_splits(const MetricResults& results, const ComparisonOptions& options,
                     const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
