#pragma once

#include "lib/metrics/metrics.h"
#include "results/record/record.h"

#include <optional>
#include <string_view>

namespace hashlab::results {

/// Most metrics are computed from the RankCounts of a ranking. This function returns the metric of
/// the given name if it is one of the others: a time, or a score of a family of scores (see
/// CellScore). Cells record these numbers directly, so Metric::value is an empty function. Returns
/// nothing if `name` belongs to no time and to no family.
std::optional<Metric> recorded_metric(std::string_view name);

/// True if a metric has a value in a cell. A mean over queries with relevant items has none if no
/// query has a relevant item.
bool has_value(const Metric& metric, const CellRecord& record);

}  // namespace hashlab::results
