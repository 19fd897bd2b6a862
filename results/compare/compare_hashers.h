#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// Compares every method with its opponent (see opponent_of) over the runs that both have under one
/// splitting protocol. The table has one grid per protocol and code length. Its first footnotes
/// explain the columns, and `footnotes` come last.
/// Records: the lines of Table::records are those of comparison_record.h: of the kind hasher for
///          the comparisons in the grids, and of the kind pair for every two methods.
/// Errors:  invalid_argument if there are fewer than two methods; those of check_baseline.
Table compare_hashers(const MetricResults& results, const std::string& baseline,
                      const ComparisonOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
