#pragma once

#include "results/compare/comparison_options.h"
#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// Every method against its opponent (see opponent_of), over runs under the same splitting
/// protocol: one grid per protocol and code length.
/// Records: see comparison_record.h; kinds hasher, and pair for every two hashers.
/// Errors:  invalid_argument if the baseline is not among the hashers or there are no two hashers.
Table compare_hashers(const MetricResults& results, const std::string& baseline,
                      const ComparisonOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
