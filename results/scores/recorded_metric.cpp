#include "results/scores/recorded_metric.h"

#include "results/record/fact_names.h"
#include "results/record/time_metrics.h"
#include "results/scores/registry.h"

namespace hashlab::results {

std::optional<Metric> recorded_metric(std::string_view name) {
  if (const TimeMetric* time = find_time_metric(name)) {
    Metric metric;
    metric.name = name;
    metric.definition = time->definition;
    metric.is_seconds = true;
    return metric;
  }
  for (const auto& family : all_scores()) {
    if (auto metric = family->recorded(name)) return metric;
  }
  return std::nullopt;
}

bool has_value(const Metric& metric, const CellRecord& record) {
  const auto none = record.facts.find(fact_names::queries_without_relevant);
  const bool all = none != record.facts.end() && none->second == 1;
  return !all || !metric.defined || !metric.needs_relevant;
}

}  // namespace hashlab::results
