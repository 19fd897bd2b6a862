#pragma once

#include "results/record/record.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The wall time of cells, requested like a metric, for tables beside published times. It is never
/// in an experiment file's own tables, because times differ between runs; for comparisons, run with
/// one job on an idle machine.
struct TimeMetric {
  std::string name;        ///< "learn-seconds"
  std::string definition;  ///< one line
  /// Seconds, if the cell has this step: references are not trained, embeddings have no thresholds.
  std::optional<double> (*of)(const CellRecord& record);
};
const std::vector<TimeMetric>& time_metrics();

/// Null if there is no time of this name.
const TimeMetric* find_time_metric(std::string_view name);

}  // namespace hashlab::results
