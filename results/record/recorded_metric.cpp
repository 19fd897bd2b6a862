#include "results/record/recorded_metric.h"

#include "lib/error.h"
#include "lib/label_scores/names.h"
#include "lib/recognition/sweep.h"
#include "results/record/fact_names.h"
#include "results/record/hash_table_record.h"
#include "results/record/time_metrics.h"

#include <fmt/format.h>

namespace hashlab::results {
namespace {

constexpr std::string_view reranked = "rerank-", recall = "shortlist-recall[",
                           neighbours = "neighbour-recall[";

/// What a name of re-ranking means; "" if it is none.
std::string rerank_definition(std::string_view name) {
  if (!name.ends_with(']')) return "";
  if (name.starts_with(recall)) {
    return "share of the relevant items that the shortlist of the R nearest codes has, mean over "
           "queries with relevant items; what re-ranking can find at most";
  }
  const std::size_t bracket = name.rfind('[');
  if (!name.starts_with(reranked) || bracket == std::string_view::npos) return "";
  try {
    const Metric before = metric(name.substr(reranked.size(), bracket - reranked.size()));
    return fmt::format("with the R nearest codes ordered by the similarity of their features: {}",
                       before.definition);
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

std::optional<Metric> recorded_metric(std::string_view name) {
  Metric recorded;
  recorded.name = name;
  if (const TimeMetric* time = find_time_metric(name)) {
    recorded.definition = time->definition;
    recorded.is_seconds = true;
    return recorded;
  }
  recorded.definition = hash_table_metric_definition(name);
  if (recorded.definition.empty()) recorded.definition = rerank_definition(name);
  recorded.by_code_distance = !recorded.definition.empty();  // only codes have these
  if (recorded.definition.empty()) {
    recorded.definition = label_score_definition(name);
    recorded.is_difference = is_gap_score(name);
    if (!recorded.definition.empty()) recorded.name = canonical_label_score(name);
  }
  if (is_neighbour_metric(name)) {
    recorded.definition =
        "share of the k items nearest by features that are among the first R of the ranking, mean "
        "over queries, expected over all orders of ties";
  }
  if (recorded.definition.empty()) {
    if (const auto recognised = recognition_name(recorded.name)) {
      recorded.definition = recognised->definition;
      recorded.is_difference = recognised->is_change;
    }
  }
  if (recorded.definition.empty()) return std::nullopt;
  return recorded;
}

std::string rerank_metric(std::string_view metric, const RerankSetting& setting) {
  return fmt::format("{}{}[{}]", reranked, metric, setting.text());
}

std::string neighbour_metric(const NeighbourSetting& setting) {
  return fmt::format("{}{}]", neighbours, setting.text());
}

bool is_neighbour_metric(std::string_view name) {
  return name.starts_with(neighbours) && name.ends_with(']');
}

std::string shortlist_recall(std::size_t R) {
  return fmt::format("{}R={}]", recall, R);
}

bool has_value(const Metric& metric, const CellRecord& record) {
  const auto none = record.facts.find(fact_names::queries_without_relevant);
  const bool all = none != record.facts.end() && none->second == 1;
  return !all || !metric.defined || !metric.needs_relevant;
}

}  // namespace hashlab::results
