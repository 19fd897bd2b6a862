#pragma once

#include "lib/metrics/metrics.h"

#include <string>
#include <vector>

namespace hashlab {

/// The name by which the user requested a metric: the name of a convention
/// (lib/metrics/conventions.h), or else the name of the metric itself.
std::string metric_label(const Metric& metric);

/// The value of a metric for a ranking; NaN if it is a mean over no query.
double value_or_nan(const Metric& metric, const RankCounts& counts);

/// Checks that the metrics can score rankings by estimated distances (see lib/ranking/estimates.h).
/// Errors:  invalid_argument naming the first metric that counts distances of codes or shared
///          labels.
void check_estimable(const std::vector<Metric>& metrics);

/// Notes for the interpretation of a metric's value, one line each:
///
///   * The value is a mean over no query. There are then no other notes.
///   * The metric uses more ranks than there are items.
///   * The mAP over 100 or more queries is less than 5 % above that of random rankings.
///   * The metric counts items within a distance other than 2, although other software means ranks
///     by the same notation.
///   * A similar metric (see other_readings) has a value that differs by more than 0.01.
///
/// The last two are omitted if the user requested the metric by the name of a convention.
std::string metric_notes(const Metric& metric, const RankCounts& counts);

}  // namespace hashlab
