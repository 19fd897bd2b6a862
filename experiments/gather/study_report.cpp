#include "experiments/gather/study_report.h"

#include "experiments/gather/notes/registry.h"
#include "experiments/gather/records.h"
#include "experiments/gather/study_ratios.h"
#include "results/compare/metric_results.h"
#include "results/record/counts_record.h"
#include "results/report/gather.h"
#include "results/scores/label_scores.h"
#include "results/scores/rerank_scores.h"

#include <optional>
#include <string>
#include <utility>

namespace hashlab::experiments {
namespace {

results::StudyFacts study_facts(const Manifest& manifest) {
  const Suite& suite = manifest.suite;
  results::StudyFacts facts;
  facts.suite = suite.name;
  facts.dataset = manifest.dataset_name();
  facts.checksum = manifest.dataset.checksum;
  facts.ground_truth = suite.ground_truth.recipe();
  facts.size = manifest.dataset.size;
  facts.dimensions = manifest.dataset.dimensions;
  facts.splits = suite.splits;
  facts.hashers = method_names(suite, &Method::has_bits);
  facts.references = method_names(suite, &Method::has_bits, false);
  facts.bits = suite.bits;
  facts.runs = suite.runs;
  facts.seed = suite.seed;
  facts.test_queries = suite.sizes.test_queries;
  facts.training = suite.sizes.training;
  facts.planned = manifest.cells.size();
  const StudyRatios ratios = study_ratios(manifest);
  facts.hasher_ratio = ratios.hashers;
  facts.strategy_ratio = ratios.strategies;
  const RerankSweep sweep = results::rerank_sweep(suite.scores);
  if (!sweep.R.empty()) facts.rerank = sweep;  // the page shows curves over R
  facts.label_scores = results::label_score_names(suite.scores);
  return facts;
}

/// Passes the first finished cell of each split to the gatherer.
void see_splits(const ResultsFolder& folder, const Manifest& manifest,
                results::ReportGatherer& gatherer) {
  std::vector<std::string> seen;
  for (const Cell& cell : manifest.cells) {
    if (seen.size() == manifest.suite.splits.size()) return;
    if (results::contains(seen, cell.split)) continue;
    std::optional<results::StoredCell> record = read_summary_of(folder, cell);
    if (!record || !record->failure.empty()) continue;
    if (!gatherer.see(*record)) {
      record->counts = results::read_counts_of(folder.cell_path(cell));
      gatherer.see(*record);
    }
    seen.push_back(cell.split);
  }
}

}  // namespace

results::DatasetReport study_report(
    const ResultsFolder& folder, const Manifest& manifest, const std::vector<Metric>& metrics,
    const std::function<void(std::size_t done, std::size_t total)>& progress) {
  results::ReportGatherer gatherer(study_facts(manifest), metrics);
  see_splits(folder, manifest, gatherer);
  const NotedStudy study{manifest};
  const std::unique_ptr<Note> choices = notes::choices(study);
  const std::unique_ptr<Note> warnings[] = {notes::collapsed_codes(study),
                                            notes::rounding_errors(study)};
  const std::size_t total = manifest.cells.size();
  std::size_t done = 0;
  const auto complete = [&](const Cell& cell, results::StoredCell& record) {
    if (!record.failure.empty() || gatherer.is_complete(record)) return;
    record.counts = results::read_counts_of(folder.cell_path(cell));
    gatherer.complete(record);
    if (gatherer.is_complete(record)) record.counts = {};
  };
  const auto add = [&](const Cell& cell, std::optional<results::StoredCell> record) {
    if (record && record->failure.empty()) {
      choices->add(cell, *record);
      for (const auto& warning : warnings) warning->add(cell, *record);
      gatherer.add(std::move(*record));
    } else if (record) {
      gatherer.add_failed();
    }
    progress(++done, total);
  };
  for_each_record(folder, manifest, complete, add);
  results::DatasetReport report = gatherer.finish();
  report.choices = choices->lines();
  for (const auto& warning : warnings) {
    for (std::string& line : warning->lines()) report.warnings.push_back(std::move(line));
  }
  return report;
}

}  // namespace hashlab::experiments
