#pragma once

#include "results/statistics/run_values.h"

namespace hashlab::results {

// Some metrics leave out a part of a curve (see Metric::whole): AUPRC omits the part at recall
// below that of the smallest radius. If that part is large, the metric ranks methods by an
// arbitrary remainder.

/// The share that a metric leaves out: 1 - mean(runs) / mean(whole). `runs` are the values of the
/// metric, `whole` those of the metric that includes the omitted part (Metric::whole). The means
/// are over the runs that have both values. The share is 0 if there are none or mean(whole) is 0.
double dropped_share(const RunValues& runs, const RunValues& whole);

}  // namespace hashlab::results
