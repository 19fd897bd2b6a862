#pragma once

#include "results/compare_splits.h"

#include <string>
#include <vector>

namespace hashlab {

/// Whom a hasher is compared with at one strategy and number of bits: the hasher or +quantiser that
/// `baseline` names (see baseline_of), or, if it is empty, the hasher of the best mean; "" if there is
/// none or it is the hasher itself.
std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, std::size_t bits, const std::string& split);

/// Every hasher against its opponent, over runs under the same strategy: a grid a strategy and number
/// of bits. Holm's family is all hashers and bits of a strategy.
/// Records: see comparison_record.h; kinds hasher, and pair for every two hashers.
/// Errors:  invalid_argument if the baseline is not among the hashers or there are no two hashers.
Table compare_hashers(const MetricResults& results, const std::string& baseline,
                      const ComparisonOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab
