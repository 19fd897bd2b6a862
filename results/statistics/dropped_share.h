#pragma once

#include "results/statistics/run_values.h"

#include <string>

namespace hashlab::results {

// Some metrics leave a part out (see Metric::whole): AUPRC what lies left of the smallest radius.
// Where that is much, they rank methods by what happens to be left.

/// Tables and reports mark values from this share on.
inline constexpr double large_dropped_share = 0.1;

/// How much of the mean over runs is left out, as a share of the metric `whole` that counts it; 0
/// if no run has both.
double dropped_share(const RunValues& runs, const RunValues& whole);

/// What the mark means, for a footnote; `most` is the largest share.
std::string dropped_note(const std::string& metric, const std::string& whole, double most);

}  // namespace hashlab::results
