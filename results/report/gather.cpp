#include "results/report/gather.h"

#include "lib/error.h"
#include "lib/metrics/cumulated.h"
#include "results/compare/chance.h"
#include "results/compare/split_differences.h"
#include "results/format/statistics_notes.h"
#include "results/record/fact_names.h"
#include "results/report/answers.h"
#include "results/report/curves.h"
#include "results/scores/recorded_metric.h"
#include "results/statistics/dropped_share.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace hashlab::results {
namespace {

double seconds_of(const CellRecord& record, std::initializer_list<const char*> names) {
  double sum = 0;
  for (const char* name : names) {
    const auto found = record.seconds.find(name);
    if (found != record.seconds.end()) sum += found->second;
  }
  return sum;
}

/// The number of items that a record ranks, from its counts or facts; nothing if it has neither.
std::optional<std::uint64_t> ranking_length(const CellRecord& record) {
  if (record.counts.n_queries > 0) return longest_ranking(record.counts);
  const auto fact = record.facts.find(fact_names::test_database);
  constexpr double most = 1e15;  // a damaged file can hold any number
  if (fact == record.facts.end() || !(fact->second >= 1 && fact->second <= most)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(fact->second);
}

/// True if the record has curves at these cutoffs.
bool has_curves(const CellRecord& record, const std::vector<std::size_t>& cutoffs) {
  return record.curves && record.curves->cutoffs == cutoffs;
}

using FactsByRun = std::map<std::size_t, std::map<std::string, double>>;

std::map<std::string, double> mean_facts(const FactsByRun& runs) {
  std::map<std::string, double> means;
  for (const auto& [run, facts] : runs) {
    for (const auto& [name, value] : facts) {
      means[name] += value / static_cast<double>(runs.size());
    }
  }
  return means;
}

}  // namespace

ReportGatherer::ReportGatherer(StudyFacts facts, std::vector<Metric> metrics)
    : facts_(std::move(facts)), metrics_(std::move(metrics)) {
  std::sort(facts_.rerank.R.begin(), facts_.rerank.R.end());
}

bool ReportGatherer::see(const CellRecord& record) {
  if (cutoffs_.contains(record.split)) return true;
  const auto size = ranking_length(record);
  if (size) cutoffs_[record.split] = curve_cutoffs(*size);
  return size.has_value();
}

std::vector<std::string> ReportGatherer::wanted_metrics(const CellRecord& record) const {
  std::vector<std::string> names;
  for (const Metric& m : metrics_) {
    const bool has_meaning = !m.by_code_distance || has_code_distances(record);
    if (has_meaning && m.value) names.push_back(m.name);
    if (!m.whole.empty()) names.push_back(m.whole);
  }
  if (!facts_.rerank.empty()) {  // the scores before re-ranking
    names.insert(names.end(), facts_.rerank.metrics.begin(), facts_.rerank.metrics.end());
  }
  return names;
}

bool ReportGatherer::is_complete(const CellRecord& record) const {
  const std::vector<std::string> names = wanted_metrics(record);
  const auto cutoffs = cutoffs_.find(record.split);
  return cutoffs != cutoffs_.end() && has_curves(record, cutoffs->second) &&
         std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return record.metrics.contains(name); });
}

void ReportGatherer::complete(CellRecord& record) const {
  for (const std::string& name : wanted_metrics(record)) {
    if (!record.metrics.contains(name)) record.metrics[name] = metric(name).value(record.counts);
  }
  const auto cutoffs = cutoffs_.find(record.split);
  if (cutoffs == cutoffs_.end()) return;  // add() calls see(), then this again
  if (!has_curves(record, cutoffs->second)) {
    record.curves = cell_curves(record.counts, cutoffs->second);
  }
}

void ReportGatherer::add(CellRecord record) {
  if (!see(record)) cutoffs_[record.split];  // an unknown length, so no cutoffs
  complete(record);
  Runs& runs = runs_[{record.split, record.hasher, record.bits}];
  for (const Metric& m : metrics_) {
    if (m.by_code_distance && !has_code_distances(record)) continue;
    if (!m.value && !record.metrics.contains(m.name)) continue;  // it was not requested
    if (!has_value(m, record)) {
      runs.undefined.insert(m.name);
      runs.values.erase(m.name);
    }
    if (runs.undefined.contains(m.name)) continue;
    const double value = record.metrics.at(m.name);
    if (!std::isfinite(value)) {
      throw Error(
          ErrorCode::numerical,
          fmt::format("{} of {}, {} bits, {}, run {} is {}, expected a finite value", m.name,
                      record.hasher, stored_bits(record.bits), record.split, record.run, value));
    }
    if (!runs.values[m.name].emplace(record.run, value).second) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}, {} bits, {}, run {} is there twice", record.hasher,
                              stored_bits(record.bits), record.split, record.run));
    }
  }
  for (const Metric& m : metrics_) {
    if (!m.whole.empty()) runs.whole[m.name][record.run] = record.metrics.at(m.whole);
  }
  runs.recorded.add(record, facts_);
  runs.precision_at_recall.push_back(std::move(record.curves->precision_at_recall));
  runs.precision_top.push_back(std::move(record.curves->precision_top));
  runs.recall_top.push_back(std::move(record.curves->recall_top));
  runs.hit_top.push_back(std::move(record.curves->hit_top));
  runs.learn_seconds +=
      seconds_of(record, {time_names::learn_projection, time_names::learn_quantiser});
  runs.encode_seconds += seconds_of(record, {time_names::project, time_names::encode});
  runs.rank_seconds += seconds_of(record, {time_names::rank});
  runs.cells += 1;
  // These facts are the same in all cells of a split and run. Facts about the codes are not.
  for (const char* name : {fact_names::test_queries, fact_names::test_database,
                           fact_names::relevant_mean, fact_names::relevant_median,
                           fact_names::queries_without_relevant, fact_names::ball_radius}) {
    const auto found = record.facts.find(name);
    if (found != record.facts.end()) {
      split_facts_[record.split][record.run][name] = found->second;
    }
  }
  for (const Metric& m : metrics_) {
    if (chance_[m.name][record.split].contains(record.run)) continue;
    const auto score = score_by_chance(m, record);
    if (score) chance_[m.name][record.split][record.run] = *score;
  }
  for (const auto& [name, value] : record.provenance) ++provenance_[name][value];
  ++done_;
}

ReportGroup ReportGatherer::group(const Combination& what, const Runs& runs) const {
  ReportGroup group;
  group.what = what;
  group.values = runs.values;
  for (const auto& [name, values] : runs.values) {
    group.intervals[name] = corrected_resampled_t(values_of(values), facts_.hasher_ratio);
  }
  for (const auto& [name, whole] : runs.whole) {
    const auto values = runs.values.find(name);
    if (values != runs.values.end()) group.dropped[name] = dropped_share(values->second, whole);
  }
  group.precision_at_recall = band_of(runs.precision_at_recall);
  group.precision_top = band_of(runs.precision_top);
  group.recall_top = band_of(runs.recall_top);
  group.hit_top = band_of(runs.hit_top);
  group.learn_seconds = runs.learn_seconds / runs.cells;
  group.encode_seconds = runs.encode_seconds / runs.cells;
  group.rank_seconds = runs.rank_seconds / runs.cells;
  group.reranking = runs.recorded.reranking(facts_.rerank);
  group.gaps = runs.recorded.gaps(facts_.label_scores, facts_.hasher_ratio);
  return group;
}

MetricResults ReportGatherer::results_of(const std::string& metric) const {
  MetricResults results;
  results.dataset = facts_.dataset;
  results.metric = metric;
  results.hashers = facts_.hashers;
  results.references = facts_.references;
  results.bits.assign(facts_.bits.begin(), facts_.bits.end());
  results.splits = facts_.splits;
  for (const auto& [what, runs] : runs_) {
    const auto values = runs.values.find(metric);
    if (values == runs.values.end()) continue;
    results.runs.emplace(what, values->second);
    results.usual_runs = std::max(results.usual_runs, values->second.size());
  }
  const auto chance = chance_.find(metric);
  if (chance != chance_.end()) results.chance = chance->second;
  return results;
}

DatasetReport ReportGatherer::finish() const {
  if (done_ == 0) {
    throw Error(ErrorCode::not_found, fmt::format("suite '{}' on '{}': no cell is done yet",
                                                  facts_.suite, facts_.dataset));
  }
  DatasetReport report;
  report.facts = facts_;
  report.done = done_;
  report.failed = failed_;
  report.cutoffs = cutoffs_;
  const auto add_group = [&](const Combination& what) {
    const auto found = runs_.find(what);
    if (found != runs_.end()) report.groups.push_back(group(what, found->second));
  };
  for (const std::string& split : facts_.splits) {
    for (const std::string& hasher : facts_.hashers) {
      for (const std::size_t bits : facts_.bits) add_group({split, hasher, bits});
    }
    for (const std::string& reference : facts_.references)
      add_group({split, reference, std::nullopt});
  }
  for (const Metric& m : metrics_) {
    const MetricResults results = results_of(m.name);
    MetricDifferences differences{m.name, {}, {}};
    for (const Strategies& splits : compared_with_improved(results.splits)) {
      const SplitDifferences more = split_differences(results, splits, facts_.strategy_ratio);
      differences.of_hashers.insert(differences.of_hashers.end(), more.hashers.begin(),
                                    more.hashers.end());
      if (more.chance) differences.of_chance.push_back(*more.chance);
    }
    const std::vector<Answer> sentences = answers(results, differences, facts_);
    report.answers.insert(report.answers.end(), sentences.begin(), sentences.end());
    report.differences.push_back(std::move(differences));
  }
  for (const auto& [split, runs] : split_facts_) report.split_facts[split] = mean_facts(runs);
  for (const auto& [name, values] : provenance_) report.provenance.push_back({name, values});
  for (const Metric& m : metrics_) {
    double most = 0;
    for (const ReportGroup& group : report.groups) {
      const auto share = group.dropped.find(m.name);
      if (share != group.dropped.end()) most = std::max(most, share->second);
    }
    if (most >= large_dropped_share) {
      report.warnings.push_back(dropped_note(m.name, m.whole, most));
    }
  }
  report.audit = lines_by_definition(facts_.splits, facts_.ground_truth, report.split_facts);
  return report;
}

}  // namespace hashlab::results
