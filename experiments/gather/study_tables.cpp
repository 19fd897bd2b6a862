#include "experiments/gather/study_tables.h"

#include "experiments/gather/study_ratios.h"
#include "lib/metrics/conventions.h"
#include "results/table/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The metrics whose values the tables of `shown` need, each once: also those of the whole curve
/// and, for tie bands, those of the best and the worst order of ties.
std::vector<Metric> needed_metrics(const std::vector<Metric>& shown, bool ties) {
  std::vector<Metric> needed;
  const auto is_there = [&](const std::string& name) {
    return std::any_of(needed.begin(), needed.end(),
                       [&](const Metric& metric) { return metric.name == name; });
  };
  for (const Metric& metric : shown) {
    if (!is_there(metric.name)) needed.push_back(metric);
  }
  for (const Metric& metric : shown) {
    std::vector<std::string> others = {metric.whole};
    if (ties && !metric.best.empty()) others.insert(others.end(), {metric.best, metric.worst});
    for (const std::string& name : others) {
      if (!name.empty() && !is_there(name)) needed.push_back(result_metric(name));
    }
  }
  return needed;
}

std::vector<std::string> with_definition(const Metric& metric,
                                         const std::vector<std::string>& footnotes) {
  std::string definition =
      fmt::format("{}: {}{}", metric.name, metric.definition,
                  metric.is_seconds || metric.is_difference ? "" : "; from 0 to 1");
  const std::string convention = convention_of(metric.name);
  const bool has_settings = metric.name.find(':') != std::string::npos;
  const bool has_divisor =
      std::any_of(metric.options.begin(), metric.options.end(),
                  [](const std::string& option) { return option.starts_with("divisor="); });
  // A name with settings is hard to recognise as the requested convention. A metric with several
  // possible divisors is easily mistaken for that of another program.
  if (!convention.empty() && (has_settings || has_divisor)) {
    definition += "; the same as convention:" + convention;
  }
  if (has_divisor && !has_settings) {
    definition += "; other programs divide by other counts, see 'hashlab list conventions'";
  }
  std::vector<std::string> all = {definition};
  all.insert(all.end(), footnotes.begin(), footnotes.end());
  return all;
}

/// The options that the tables of all metrics have in common. Appends to `notes` why there are no
/// marks.
results::TableOptions shared_options(const StudyResults& results, const TableRequest& request,
                                     std::vector<std::string>& notes) {
  const Manifest& manifest = results.manifest;
  const Suite& suite = manifest.suite;
  results::TableOptions options;
  options.tie_band = request.ties;
  options.precision = request.precision;
  options.letters = request.letters;
  options.test = request.marks.value_or(results::PairedTest::corrected);
  options.shown = request.shown;
  if (request.marks) {
    options.baseline = request.baseline.empty() ? own_baseline(suite) : request.baseline;
  }
  if (request.marks && options.baseline.empty() && !suite.baseline.empty()) {
    notes.push_back(
        fmt::format("no marks: the baseline '{}' is not among the methods", suite.baseline));
  }
  if (has_study_ratios(manifest) || request.letters) {
    const StudyRatios ratios = study_ratios(manifest);
    options.hasher_ratio = ratios.hashers;
    options.strategy_ratio = ratios.strategies;
  } else if (!options.baseline.empty() && options.test == results::PairedTest::corrected) {
    options.baseline.clear();
    notes.emplace_back(
        "no marks: the suite's sizes do not fit the data set, so that what runs have in common is "
        "not known");
  }
  if (request.published) {
    options.published = results::published_for(*request.published, manifest.dataset_name(),
                                               suite.ground_truth.kind(), suite.sizes.training);
  }
  return options;
}

}  // namespace

StudyTables study_tables(const ResultsFolder& folder, const TableRequest& request) {
  Manifest manifest = read_manifest(folder);
  const std::vector<Metric> metrics = requested_metrics(request.metrics, manifest.suite);
  const StudyResults results = read_results(folder, std::move(manifest),
                                            needed_metrics(metrics, request.ties), request.shown);
  return tables_of(results, metrics, request);
}

StudyTables tables_of(const StudyResults& results, const std::vector<Metric>& metrics,
                      const TableRequest& request) {
  std::vector<std::string> notes = results.footnotes;
  const results::TableOptions shared = shared_options(results, request, notes);
  StudyTables study{results.name, results.manifest.dataset_name(), {}, {}};
  for (const Metric& metric : metrics) {
    results::TableOptions options = shared;
    options.metric = metric.name;
    const auto chance = results.chance.find(metric.name);
    if (chance != results.chance.end()) options.chance = chance->second;
    if (metric.is_seconds || metric.is_difference) {
      options.ranked = false;
      options.baseline.clear();
    }
    options.best = metric.best;
    options.worst = metric.worst;
    options.whole = metric.whole;
    study.tables.push_back(
        results::make_table(results.rows, options, with_definition(metric, notes)));
  }
  for (const results::ResultRow& row : results.rows) {
    const bool is_shown = std::any_of(metrics.begin(), metrics.end(), [&](const Metric& metric) {
      return metric.name == row.metric;
    });
    if (is_shown) study.rows.push_back(row);
  }
  return study;
}

}  // namespace hashlab::experiments
