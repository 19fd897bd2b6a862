#include "results/report/recorded_runs.h"

#include "lib/error.h"
#include "lib/label_scores/names.h"
#include "results/record/fact_names.h"
#include "results/report/curves.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/rerank_scores.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab::results {
namespace {

std::vector<std::string> metrics_wanted(const StudyFacts& facts) {
  std::vector<std::string> names;
  if (!facts.rerank.empty()) names = facts.rerank.metrics;
  for (const std::size_t R : facts.rerank.R) names.push_back(shortlist_recall(R));
  for (const RerankSetting& setting : facts.rerank.settings()) {
    for (const std::string& m : facts.rerank.metrics) names.push_back(rerank_metric(m, setting));
  }
  for (const std::string& score : facts.label_scores) {
    for (const std::string& name : {score, learned_score(score), gap_score(score)}) {
      names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> times_wanted(const StudyFacts& facts) {
  std::vector<std::string> names;
  if (!facts.rerank.empty()) names.emplace_back(time_names::rank);
  for (const RerankSetting& setting : facts.rerank.settings()) {
    names.push_back(rerank_seconds(setting));
  }
  return names;
}

/// The names of the bounds on the page, and the names of their facts.
const std::pair<const char*, const char*> bound_names[] = {
    {"clt", fact_names::clt_half_width},
    {"student", fact_names::student_half_width},
    {"bernoulli", fact_names::bernoulli_half_width},
    {"hoeffding", fact_names::hoeffding_half_width}};

std::string fact_of(const char* fact, const std::string& score) {
  return fmt::format("{}[{}]", fact, score);
}

std::vector<std::string> facts_wanted(const StudyFacts& facts) {
  std::vector<std::string> names;
  for (const std::string& score : facts.label_scores) {
    for (const std::string& of : {score, learned_score(score), gap_score(score)}) {
      names.push_back(fact_of(fact_names::groups, of));
      for (const auto& [name, fact] : bound_names) names.push_back(fact_of(fact, of));
    }
  }
  return names;
}

}  // namespace

void RecordedRuns::add(const std::string& name, const CellRecord& record, double value) {
  if (!std::isfinite(value)) {
    throw Error(
        ErrorCode::numerical,
        fmt::format("{} of {}, {} bits, {}, run {} is {}, expected a finite value", name,
                    record.hasher, stored_bits(record.bits), record.split, record.run, value));
  }
  values_[name][record.run] = value;
}

void RecordedRuns::add(const CellRecord& record, const StudyFacts& facts) {
  for (const std::string& name : metrics_wanted(facts)) {
    const auto found = record.metrics.find(name);
    if (found != record.metrics.end()) add(name, record, found->second);
  }
  for (const std::string& name : facts_wanted(facts)) {
    const auto found = record.facts.find(name);
    if (found != record.facts.end()) add(name, record, found->second);
  }
  const auto queries = record.facts.find(fact_names::test_queries);
  if (queries == record.facts.end() || queries->second < 1) return;
  for (const std::string& name : times_wanted(facts)) {
    const auto found = record.seconds.find(name);
    if (found != record.seconds.end()) add(name, record, found->second / queries->second);
  }
}

Band RecordedRuns::band_of_all(const std::vector<std::string>& names) const {
  Band all;
  for (const std::string& name : names) {
    const auto runs = values_.find(name);
    if (runs == values_.end()) return {};
    std::vector<std::vector<double>> points;
    for (const auto& [run, value] : runs->second) points.push_back({value});
    const Band point = band_of(points);
    all.mean.push_back(point.mean.front());
    all.low.push_back(point.low.front());
    all.high.push_back(point.high.front());
  }
  return all;
}

RerankCurves RecordedRuns::reranking(const RerankSweep& sweep) const {
  RerankCurves curves;
  if (sweep.empty()) return curves;
  std::vector<std::string> recalls;
  for (const std::size_t R : sweep.R) recalls.push_back(shortlist_recall(R));
  curves.shortlist_recall = band_of_all(recalls);
  for (const std::string& m : sweep.metrics) curves.before[m] = band_of_all({m});
  curves.before_seconds = band_of_all({time_names::rank});
  for (const Similarity by : sweep.by) {
    RerankCurves::After after;
    std::vector<std::string> times;
    for (const std::size_t R : sweep.R) times.push_back(rerank_seconds({R, by}));
    after.seconds = band_of_all(times);
    for (const std::string& m : sweep.metrics) {
      std::vector<std::string> names;
      for (const std::size_t R : sweep.R) names.push_back(rerank_metric(m, {R, by}));
      const Band band = band_of_all(names);
      if (!band.mean.empty()) after.metrics[m] = band;
    }
    if (!after.metrics.empty()) curves.by[std::string(name_of(by))] = after;
  }
  return curves;
}

std::optional<GroupBounds> RecordedRuns::bounds_of(const std::string& score) const {
  GroupBounds bounds;
  const Band groups = band_of_all({fact_of(fact_names::groups, score)});
  if (!groups.mean.empty()) bounds.groups = groups.mean.front();
  for (const auto& [name, fact] : bound_names) {
    const Band half_width = band_of_all({fact_of(fact, score)});
    if (!half_width.mean.empty()) bounds.half_widths[name] = half_width.mean.front();
  }
  if (bounds.half_widths.empty()) return std::nullopt;
  return bounds;
}

std::map<std::string, LabelGap> RecordedRuns::gaps(const std::vector<std::string>& scores,
                                                   double ratio) const {
  std::map<std::string, LabelGap> all;
  for (const std::string& score : scores) {
    const auto gap = values_.find(gap_score(score));
    const Band learned = band_of_all({learned_score(score)}), tested = band_of_all({score});
    if (gap == values_.end() || learned.mean.empty() || tested.mean.empty()) continue;
    all[score] = {corrected_resampled_t(values_of(gap->second), ratio), learned.mean.front(),
                  tested.mean.front()};
    for (const auto& [part, name] :
         {std::pair{"learned", learned_score(score)}, std::pair{"tested", score},
          std::pair{"gap", gap_score(score)}}) {
      if (const auto bounds = bounds_of(name)) all[score].bounds[part] = *bounds;
    }
  }
  return all;
}

}  // namespace hashlab::results
