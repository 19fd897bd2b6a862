#pragma once

#include "results/record/record.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// Wall time that cells took, asked for as if it were a metric: in tables beside published times.
/// Never among a suite's own tables, for no two runs share it; run with one job on an idle machine
/// to compare.
struct TimeMetric {
  std::string name;        ///< "learn-seconds"
  std::string definition;  ///< one line
  /// Seconds, if the cell has such a step: references learn nothing, embeddings no thresholds.
  std::optional<double> (*of)(const CellRecord& record);
};
const std::vector<TimeMetric>& time_metrics();

/// Null if the name is of none.
const TimeMetric* find_time_metric(std::string_view name);

}  // namespace hashlab::results
