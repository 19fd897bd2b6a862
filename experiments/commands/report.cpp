#include "experiments/audit/audit_results.h"
#include "experiments/audit/report_audit.h"
#include "experiments/commands/commands.h"
#include "experiments/gather/choices.h"
#include "experiments/gather/collapsed_codes.h"
#include "experiments/gather/collect.h"
#include "experiments/gather/records.h"
#include "experiments/gather/rounding_notes.h"
#include "experiments/gather/study_ratios.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/run/provenance.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_folder.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "results/compare/metric_results.h"
#include "results/report/curves.h"
#include "results/report/gather.h"
#include "results/report/page.h"
#include "results/scores/label_scores.h"
#include "results/scores/rerank_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlab::experiments {
namespace {

// Reading a cell takes milliseconds: only many are worth a word.
constexpr std::size_t quiet_cells = 100;
constexpr std::size_t progress_reports = 20;

struct Results {
  ResultsFolder folder;
  Manifest manifest;
};

std::vector<Results> open_results(const std::vector<std::string>& paths) {
  std::vector<Results> all;
  for (const std::string& path : paths) {
    for (const ResultsFolder& folder : results_by_direction(path)) {
      all.push_back({folder, read_manifest(folder)});
    }
  }
  return all;
}

/// Those asked for, or those of all suites, in their order.
std::vector<Metric> metrics_of(const std::vector<Results>& all,
                               const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  for (const std::string& name : asked) results::add_once(names, result_metric(name).name);
  for (const Results& results : all) {
    if (!asked.empty()) break;
    for (const std::string& name : results.manifest.suite.metrics)
      results::add_once(names, result_metric(name).name);
  }
  std::vector<Metric> metrics;
  for (const std::string& name : names) metrics.push_back(result_metric(name));
  return metrics;
}

results::StudyFacts study_facts(const ResultsFolder& folder, const Manifest& manifest) {
  const Suite& suite = manifest.suite;
  results::StudyFacts facts;
  facts.suite = suite.name;
  facts.dataset = results::name_in_direction(manifest.dataset.name, folder.direction);
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
  facts.rerank = results::rerank_sweep(suite.scores);
  facts.label_scores = results::label_score_names(suite.scores);
  return facts;
}

/// Shows the gatherer the first cell of each split that is done.
void see_splits(const Results& results, results::ReportGatherer& gatherer) {
  std::vector<std::string> seen;
  for (const Cell& cell : results.manifest.cells) {
    if (seen.size() == results.manifest.suite.splits.size()) return;
    if (results::contains(seen, cell.split)) continue;
    const auto record = read_summary_of(results.folder, cell);
    if (!record || !record->failure.empty()) continue;
    if (!gatherer.see(*record)) {
      gatherer.see(*read_cell_of(results.folder, cell, /*with_counts=*/true));
    }
    seen.push_back(cell.split);
  }
}

/// What a page needs of a cell is little, and most cells hold it; only of the others counts are
/// read.
results::DatasetReport gather(const Results& results, const std::vector<Metric>& metrics) {
  const ResultsFolder& folder = results.folder;
  const Manifest& manifest = results.manifest;
  results::ReportGatherer gatherer(study_facts(folder, manifest), metrics);
  see_splits(results, gatherer);
  Choices choices(manifest.suite);
  CollapsedCodes collapsed;
  RoundingNotes rounding;
  const std::size_t total = manifest.cells.size();
  const std::size_t steps = total > quiet_cells ? progress_reports : 0;
  Progress progress(steps);
  std::size_t done = 0;
  const auto complete = [&](const Cell& cell, results::StoredCell& record) {
    if (!record.failure.empty() || gatherer.is_complete(record)) return;
    record = *read_cell_of(folder, cell, /*with_counts=*/true);
    gatherer.complete(record);
    if (gatherer.is_complete(record)) record.counts = {};
  };
  const auto add = [&](const Cell& cell, std::optional<results::StoredCell> record) {
    if (record && record->failure.empty()) {
      choices.add(cell, *record);
      collapsed.add(cell, *record);
      rounding.add(cell, *record);
      gatherer.add(std::move(*record));
    } else if (record) {
      gatherer.add_failed();
    }
    ++done;
    if (done * steps / total > (done - 1) * steps / total) {
      progress.advance(fmt::format("{} of {} cells of {}", done, total, folder.path), "");
    }
  };
  for_each_record(folder, manifest, complete, add);
  results::DatasetReport report = gatherer.finish();
  report.choices = choices.notes();
  for (std::string& note : collapsed.notes()) report.warnings.push_back(std::move(note));
  for (std::string& note : rounding.notes()) report.warnings.push_back(std::move(note));
  return report;
}

/// Can every split be drawn from row numbers alone, without the data?
bool splits_need_no_data(const Suite& suite) {
  const std::vector<std::string> plain = {"literature", "matched", "improved"};
  return !suite.ground_truth.by_class() && !suite.exclude_duplicates &&
         std::all_of(suite.splits.begin(), suite.splits.end(), [&](const std::string& split) {
           return std::find(plain.begin(), plain.end(), split) != plain.end();
         });
}

/// What an audit of the rows finds, of the features too if the folder of data sets is given;
/// nothing if splits cannot be drawn without.
std::vector<results::AuditLine> audit_of(const Results& results, const Arguments& arguments) {
  const Manifest& manifest = results.manifest;
  if (!arguments.has("data") && !splits_need_no_data(manifest.suite)) return {};
  const Dataset dataset =
      arguments.has("data")
          ? read_dataset_of(manifest.suite, data_folder(arguments.get("data", "")))
          : outline_of(manifest.dataset, "");
  AuditOptions options;
  options.threads = cores_of_each(1);
  return report_lines(audit_results(results.folder, manifest, {dataset, manifest.suite}, options));
}

int run_report(const Arguments& arguments) {
  const std::string out = arguments.required("out");
  const std::vector<Results> all = open_results(arguments.positional());
  const std::vector<Metric> metrics = metrics_of(all, arguments.all("metric"));
  check_output(out, OutputKind::page, arguments);

  results::Report report;
  std::vector<std::string> suites;
  for (const Results& results : all) results::add_once(suites, results.manifest.suite.name);
  report.title = arguments.get("title", fmt::format("{}", fmt::join(suites, ", ")));
  report.version = provenance(active_kernel()).at("version");
  report.recall_levels = results::curve_recall_levels();
  for (const Metric& m : metrics) report.metrics.push_back({m.name, m.definition});
  for (const Results& results : all) {
    report.datasets.push_back(gather(results, metrics));
    std::vector<results::AuditLine> audit = audit_of(results, arguments);
    if (!audit.empty()) report.datasets.back().audit = std::move(audit);
  }

  const std::string page = results::report_page(report);
  const ExitStatus status = write_output(out, [&] { write_file(out, page); });
  if (status != exit_done) return status;
  std::size_t cells = 0;
  for (const results::DatasetReport& dataset : report.datasets) cells += dataset.done;
  fmt::print("{}: {} cells of {} results folder{}, {:.1f} MB\n", out, cells, all.size(),
             all.size() == 1 ? "" : "s", static_cast<double>(page.size()) / 1e6);
  return exit_done;
}

}  // namespace

Command report_command() {
  return {
      "report",
      "RESULTS... --out REPORT.html [options]",
      "write results as one web page",
      "This command writes one HTML file that needs no network and no other file. The page shows "
      "precision-recall curves, scores against code length and against time, and the difference "
      "between the standard protocol (literature) and the held-out-database protocol (improved) "
      "with intervals. It also has every run, sortable tables, provenance, and the numbers as "
      "downloads. RESULTS are results folders, or folders that contain some; if there are several "
      "data sets, you choose one on the page.\n\n"
      "  hashlab report results/runs/quickstart --out report.html\n"
      "  hashlab report results/runs/splits-study --metric map --title 'Splits' \\\n"
      "      --out splits.html",
      {needed({"out", "FILE", "page to write"}),
       force_option(),
       {"data", "DIR",
        "folder of data sets; with it, the audit on the page also searches their features for "
        "copies and near-duplicates [features are not read]"},
       rare({"title", "T", "title of the page [names of the experiment files]"}),
       {"metric", "M", "metric to show [those of the experiment files]", true}},
      1,
      1000,
      run_report};
}

}  // namespace hashlab::experiments
