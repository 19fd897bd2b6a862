#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// Every method against its opponent (see opponent_of), over runs under the same splitting
/// protocol: one grid per protocol and code length.
/// Records: the lines of Table::records are those of comparison_record.h, of the kind hasher, and
///          of the kind pair for every two methods.
/// Errors:  invalid_argument if the baseline is not among the methods, or there are fewer than two
///          methods.
Table compare_hashers(const MetricResults& results, const std::string& baseline,
                      const ComparisonOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
