#pragma once

#include "lib/metrics/metrics.h"
#include "results/record/record.h"

#include <optional>
#include <string_view>

namespace hashlab::results {

/// The metric of this name, if it is a number that cells record although it is not computed from
/// the counts of the ranking: a score of a family (see CellScore), or a time. Its Metric::value is
/// empty. Returns nothing if no family and no time has this name.
std::optional<Metric> recorded_metric(std::string_view name);

/// True if a metric has a value in a cell. A mean over queries with relevant items has none if no
/// query has a relevant item.
bool has_value(const Metric& metric, const CellRecord& record);

}  // namespace hashlab::results
