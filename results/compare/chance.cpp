#include "results/compare/chance.h"

#include "lib/ranking/all_tied.h"
#include "results/record/fact_names.h"
#include "results/scores/recorded_metric.h"
#include "results/statistics/paired.h"
#include "results/statistics/statistics.h"

namespace hashlab::results {

std::optional<double> score_by_chance(const Metric& metric, const CellRecord& record) {
  if (!metric.value || !has_value(metric, record)) return std::nullopt;
  const auto fact = record.facts.find(fact_names::chance(metric.name));
  if (fact != record.facts.end()) return fact->second;
  if (record.counts.n_queries == 0) return std::nullopt;
  return metric.value(all_tied(record.counts));
}

std::optional<ChanceDifference> chance_difference(const ChanceValues& chance,
                                                  const Strategies& strategies) {
  const auto first = chance.find(strategies.first), second = chance.find(strategies.second);
  if (first == chance.end() || second == chance.end()) return std::nullopt;
  const PairedRuns runs(first->second, second->second);
  if (runs.a.empty()) return std::nullopt;
  return ChanceDifference{strategies.first, strategies.second, runs.a.size(), mean(runs.a),
                          mean(runs.b)};
}

}  // namespace hashlab::results
