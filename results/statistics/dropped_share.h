#pragma once

#include "results/statistics/run_values.h"

#include <string>

namespace hashlab::results {

// Some metrics leave out a part of a curve (see Metric::whole): AUPRC omits the part left of the
// smallest radius. If that part is large, the metric ranks methods by an arbitrary remainder.

/// Tables and reports mark values from this share on.
inline constexpr double large_dropped_share = 0.1;

/// The share of the mean over runs that is left out, relative to the metric `whole` that includes
/// it; 0 if no run has both.
double dropped_share(const RunValues& runs, const RunValues& whole);

/// An explanation of the mark, for a footnote; `most` is the largest share.
std::string dropped_note(const std::string& metric, const std::string& whole, double most);

}  // namespace hashlab::results
