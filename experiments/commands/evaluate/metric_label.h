#pragma once

#include "lib/metrics/metrics.h"

#include <string>

namespace hashlab::experiments {

/// What a metric was asked for by: its convention's name, or its own.
std::string metric_label(const Metric& metric);

/// nan where the metric is a mean over no query.
double value_or_nan(const Metric& metric, const RankCounts& counts);

/// What a reader has to know of a value, a line each: that it is a mean over nothing, counts within
/// a radius by a name that means ranks elsewhere, or would be another by more than .01 with another
/// divisor or another average.
std::string metric_notes(const Metric& metric, const RankCounts& counts);

}  // namespace hashlab::experiments
