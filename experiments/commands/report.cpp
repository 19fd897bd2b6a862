#include "experiments/audit/report_audit.h"
#include "experiments/commands/commands.h"
#include "experiments/gather/named_parts.h"
#include "experiments/gather/study_report.h"
#include "experiments/gather/study_results.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/schedule/provenance.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_folder.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "results/compare/metric_results.h"
#include "results/report/curves.h"
#include "results/report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace hashlab::experiments {
namespace {

// Reading a cell takes milliseconds, so progress is reported only for many cells.
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

/// The requested metrics, or those of all suites without a request, each once.
std::vector<Metric> metrics_of(const std::vector<Results>& all,
                               const std::vector<std::string>& asked) {
  std::vector<Metric> metrics;
  for (const Results& results : all) {
    for (Metric& metric : requested_metrics(asked, results.manifest.suite)) {
      const bool is_there = std::any_of(metrics.begin(), metrics.end(), [&](const Metric& other) {
        return other.name == metric.name;
      });
      if (!is_there) metrics.push_back(std::move(metric));
    }
  }
  return metrics;
}

/// The part of the page about one folder, with progress reports.
results::DatasetReport gather(const Results& results, const std::vector<Metric>& metrics) {
  const std::size_t cells = results.manifest.cells.size();
  const std::size_t steps = cells > quiet_cells ? progress_reports : 0;
  Progress progress(steps);
  return study_report(
      results.folder, results.manifest, metrics, [&](std::size_t done, std::size_t total) {
        if (done * steps / total == (done - 1) * steps / total) return;
        progress.advance(fmt::format("{} of {} cells of {}", done, total, results.folder.path), "");
      });
}

int run_report(const Arguments& arguments) {
  const std::string out = arguments.required("out");
  const std::vector<Results> all = open_results(arguments.positional());
  const std::vector<Metric> metrics = metrics_of(all, arguments.all("metric"));
  check_output(out, OutputKind::page, arguments);

  std::optional<std::string> data;
  if (arguments.has("data")) data = data_folder(arguments.get("data", ""));
  results::Report report;
  std::vector<std::string> suites;
  for (const Results& results : all) results::add_once(suites, results.manifest.suite.name);
  report.title = arguments.get("title", fmt::format("{}", fmt::join(suites, ", ")));
  report.version = provenance(active_kernel()).at("version");
  report.recall_levels = results::curve_recall_levels();
  for (const Metric& m : metrics) report.metrics.push_back({m.name, m.definition});
  std::vector<std::string> methods, splits;
  for (const Results& results : all) {
    for (const Method& method : results.manifest.suite.methods) {
      results::add_once(methods, method.name());
    }
    for (const std::string& split : results.manifest.suite.splits) {
      results::add_once(splits, split);
    }
  }
  report.parts = named_parts(methods);
  report.splits = named_splits(splits);
  for (const Results& results : all) {
    report.datasets.push_back(gather(results, metrics));
    std::vector<results::AuditLine> audit =
        audit_for_report(results.folder, results.manifest, data, cores_of_each(1));
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
       {"metric", "METRIC", "metric to show [those of the experiment files]", true}},
      1,
      1000,
      run_report};
}

}  // namespace hashlab::experiments
