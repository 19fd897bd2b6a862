#include "results/record/time_metrics.h"

#include "results/record/fact_names.h"

#include <algorithm>

namespace hashlab::results {
namespace {

std::optional<double> seconds_of(const CellRecord& record, const char* step) {
  const auto found = record.seconds.find(step);
  if (found == record.seconds.end()) return std::nullopt;
  return found->second;
}

/// The seconds of one step, plus those of another step that only some cells have.
std::optional<double> seconds_of(const CellRecord& record, const char* step, const char* more) {
  const auto seconds = seconds_of(record, step);
  if (!seconds) return std::nullopt;
  return *seconds + seconds_of(record, more).value_or(0);
}

double dimensions_of(const CellRecord& record) {
  const auto found = record.facts.find(fact_names::hash_dimensions);
  return found == record.facts.end() ? 1 : std::max(1.0, found->second);
}

}  // namespace

const std::vector<TimeMetric>& time_metrics() {
  static const std::vector<TimeMetric> all = {
      {"learn-seconds",
       "wall seconds to learn projection and thresholds; of a tuned method, those of the settings "
       "chosen",
       [](const CellRecord& r) {
         return seconds_of(r, time_names::learn_projection, time_names::learn_quantiser);
       }},
      {"quantiser-seconds-per-dimension",
       "wall seconds to learn the thresholds of a hash dimension, the projection not counted",
       [](const CellRecord& r) -> std::optional<double> {
         const auto seconds = seconds_of(r, time_names::learn_quantiser);
         if (!seconds) return std::nullopt;
         return *seconds / dimensions_of(r);
       }},
      {"encode-seconds", "wall seconds to project and quantise the test queries and the database",
       [](const CellRecord& r) { return seconds_of(r, time_names::project, time_names::encode); }},
  };
  return all;
}

const TimeMetric* find_time_metric(std::string_view name) {
  const auto& all = time_metrics();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const TimeMetric& m) { return m.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace hashlab::results
