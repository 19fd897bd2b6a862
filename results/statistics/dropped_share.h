#pragma once

#include "results/statistics/run_values.h"

#include <string>

namespace hashlab::results {

// Some metrics leave out a part of a curve (see Metric::whole): AUPRC omits the part at recall
// below that of the smallest radius. If that part is large, the metric ranks methods by an
// arbitrary remainder.

/// Tables and reports mark values with at least this dropped share (see dropped_share).
inline constexpr double large_dropped_share = 0.1;

/// The share that a metric leaves out: 1 - mean(runs) / mean(whole). `runs` are the values of the
/// metric, `whole` those of the metric that includes the omitted part (Metric::whole). The means
/// are over the runs that have both values. The share is 0 if there are none or mean(whole) is 0.
double dropped_share(const RunValues& runs, const RunValues& whole);

/// A footnote that explains the mark of values with a large dropped share. `metric` and `whole` are
/// names of metrics; `most` is the largest dropped share in the table.
std::string dropped_note(const std::string& metric, const std::string& whole, double most);

}  // namespace hashlab::results
