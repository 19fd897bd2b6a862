#pragma once

#include "lib/metrics/metrics.h"

#include <string>

namespace hashlab::experiments {

/// The name by which the user requested a metric: that of its convention
/// (lib/metrics/conventions.h), or the name of the metric itself.
std::string metric_label(const Metric& metric);

/// The metric's value; NaN if it is a mean over no query.
double value_or_nan(const Metric& metric, const RankCounts& counts);

/// Notes for interpreting a value, one line each: that it is a mean over no query; that it asks for
/// more ranks than there are items; that it counts items within a Hamming radius, although other
/// software means ranks by the same notation; or that another divisor or average would change it by
/// more than 0.01.
std::string metric_notes(const Metric& metric, const RankCounts& counts);

}  // namespace hashlab::experiments
