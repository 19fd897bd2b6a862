#pragma once

#include "results/record/record.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// A wall time of cells that is requested like a metric, for tables that compare it with published
/// times. The tables that a run prints never contain times, because these differ between runs. If
/// you compare times, run with one job on an idle machine.
struct TimeMetric {
  std::string name;        ///< "learn-seconds"
  std::string definition;  ///< one line
  /// The time in seconds; empty if the cell does not have it. For example, uncompressed baselines
  /// are not trained, and embeddings have no thresholds.
  std::optional<double> (*of)(const CellRecord& record);
};
const std::vector<TimeMetric>& time_metrics();

/// The time metric with this name; null if no time metric has it.
const TimeMetric* find_time_metric(std::string_view name);

}  // namespace hashlab::results
