#include "experiments/site/folder_source.h"

#include "experiments/audit/audit_results.h"
#include "experiments/audit/report_audit.h"
#include "experiments/gather/records.h"
#include "experiments/gather/study_report.h"
#include "experiments/gather/study_results.h"
#include "experiments/site/kept_source.h"
#include "experiments/site/suite_facts.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "results/record/counts_record.h"
#include "results/record/direction.h"
#include "results/site/csv_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Reads every cell completely, so that each seal is checked.
void check_seals(const ResultsFolder& folder, const Manifest& manifest, FolderCheck& check) {
  check.cells = manifest.cells.size();
  std::size_t missing = 0;
  for (const Cell& cell : manifest.cells) {
    try {
      const auto record = read_cell_of(folder, cell);
      if (!record) {
        ++missing;
      } else if (record->failure.empty()) {
        results::read_counts_of(folder.cell_path(cell));
        ++check.done;
      } else {
        ++check.failed;
      }
    } catch (const Error& error) {
      check.findings.push_back({error.what(), true});
    }
  }
  if (missing > 0) {
    check.findings.push_back({fmt::format("{} of {} results are missing", missing, check.cells)});
  }
  if (check.failed > 0) {
    check.findings.push_back(
        {fmt::format("{} of {} experiments failed", check.failed, check.cells)});
  }
  if (check.done == 0) check.findings.push_back({"there are no results", true});
}

/// Plans the experiment file again: every cell must have the key that the manifest gives it.
void check_recipes(const Manifest& manifest, const DatasetFacts& facts, FolderCheck& check) {
  std::vector<Cell> planned;
  try {
    planned = plan_cells(manifest.suite, facts);
  } catch (const Error& error) {
    check.findings.push_back(
        {fmt::format("the recipes were not compared with the experiment file: {}", error.what())});
    return;
  }
  std::set<std::string> keys;
  for (const Cell& cell : planned) keys.insert(cell.key);
  const auto other = std::count_if(manifest.cells.begin(), manifest.cells.end(),
                                   [&](const Cell& cell) { return !keys.contains(cell.key); });
  if (other == 0) return;
  check.findings.push_back(
      {fmt::format("{} of {} results have another recipe than this version of hashlab plans for "
                   "the experiment file; run it again by 'hashlab run'",
                   other, manifest.cells.size()),
       true});
}

void check_audit(const ResultsFolder& folder, const Manifest& manifest,
                 const std::optional<std::string>& data, const Dataset* dataset,
                 std::size_t threads, FolderCheck& check) {
  if (!data && !splits_need_no_data(manifest.suite)) {
    check.findings.push_back(
        {"not audited: its splits cannot be drawn without the data set; give its folder by "
         "--data"});
    return;
  }
  Audit audit;
  try {
    const Dataset outline = dataset == nullptr ? outline_of(manifest.dataset, "") : Dataset{};
    AuditOptions options;
    options.threads = threads;
    audit = audit_results(folder, manifest,
                          {dataset == nullptr ? outline : *dataset, manifest.suite}, options);
  } catch (const Error& error) {
    // Such as lists of rows that were not sent: then the splits cannot be drawn again.
    check.findings.push_back({fmt::format("not audited: {}", error.what())});
    return;
  }
  check.audit = report_lines(audit);
  for (std::size_t i = 0; i < audit.doubtful_statements && i < audit.notes.size(); ++i) {
    check.findings.push_back({fmt::format("doubtful: {}", audit.notes[i])});
  }
  std::set<std::string> leaking;
  for (const SplitAudit& split : audit.splits) {
    if (!split.leaks.empty()) leaking.insert(split.split);
    for (const CellsAudit& cells : split.cells) {
      if (cells.leaks.empty()) continue;
      for (const std::string& cell : cells.cells) {
        leaking.insert(fmt::format("{} of {}", cell, split.split));
      }
    }
  }
  check.leaking.assign(leaking.begin(), leaking.end());
}

FolderCheck checked(const ResultsFolder& folder, const Manifest& manifest,
                    const std::optional<std::string>& data, std::size_t threads) {
  FolderCheck check;
  check.folder = folder.path;
  check_seals(folder, manifest, check);
  std::optional<Dataset> dataset;
  if (data) dataset = read_dataset_of(manifest.suite, *data);
  if (dataset && dataset->checksum != manifest.dataset.checksum) {
    check.findings.push_back(
        {fmt::format("the data set '{}' here has another checksum than the results",
                     manifest.dataset.name),
         true});
    return check;
  }
  check_recipes(manifest, dataset ? facts_of(*dataset) : manifest.dataset, check);
  if (check.refused()) return check;
  check_audit(folder, manifest, data, dataset ? &*dataset : nullptr, threads, check);
  return check;
}

/// The name by which check_audit() lists a cell.
std::string audited_name(const results::ReportGroup& group, const results::Direction& direction) {
  const std::string way = direction.empty() ? "" : fmt::format(" {}", direction.text());
  const std::string cell =
      group.what.bits ? fmt::format("{} {} bits{}", group.what.hasher, *group.what.bits, way)
                      : group.what.hasher;
  return fmt::format("{} of {}", cell, group.what.split);
}

const std::vector<std::string> mean_columns = {
    "suite", "dataset", "metric", "hasher", "bits", "split", "runs", "mean", "sd", "low", "high"};
const std::vector<std::string> run_columns = {"suite", "dataset", "split",  "hasher",
                                              "bits",  "run",     "metric", "value"};

/// The two CSVs of a folder, and what the site knows of their lines.
struct FolderTables {
  results::CsvTable means, runs;
  results::SiteData& site;
  std::string study, part, dataset;

  results::Measured measured(const results::ReportGroup& group, const std::string& metric) const {
    return {study, part, dataset, group.what.split, metric, group.what.bits};
  }
  std::vector<std::string> place(const results::ReportGroup& group,
                                 const std::string& metric) const {
    return {part,
            dataset,
            metric,
            group.what.hasher,
            fmt::format("{}", results::stored_bits(group.what.bits)),
            group.what.split};
  }
  results::Origin next_line() const {
    return {means.name, results::CsvTable::line_of(means.rows.size())};
  }

  void add_score(const results::ReportGroup& group, const std::string& metric,
                 const results::RunValues& values, bool leaks) {
    if (values.empty()) return;
    const results::ResampledT& t = group.intervals.at(metric);
    results::SiteScore score{measured(group, metric), group.what.hasher, values.size(), t.mean,
                             std::nullopt};
    if (t.n > 1) score.sd = t.sd;
    score.values = values;
    score.leaks = leaks;
    score.origin = next_line();
    std::vector<std::string> line = place(group, metric);
    line.push_back(fmt::format("{}", values.size()));
    line.push_back(fmt::format("{}", t.mean));
    for (const double value : {t.sd, t.low, t.high}) {
      line.push_back(t.n > 1 ? fmt::format("{}", value) : "");
    }
    means.rows.push_back(std::move(line));
    site.scores.push_back(std::move(score));
    for (const auto& [run, value] : values) {
      runs.rows.push_back({part, dataset, group.what.split, group.what.hasher,
                           fmt::format("{}", results::stored_bits(group.what.bits)),
                           fmt::format("{}", run), metric, fmt::format("{}", value)});
    }
  }

  void add_cost(const results::ReportGroup& group, const std::string& time, double seconds) {
    if (!(seconds > 0)) return;
    site.costs.push_back({measured(group, time), group.what.hasher, seconds, next_line()});
    std::vector<std::string> line = place(group, time);
    line.insert(line.end(), {"", fmt::format("{}", seconds), "", "", ""});
    means.rows.push_back(std::move(line));
  }
};

results::SiteStudy& folder_study(results::SiteData& site, const std::string& name) {
  for (results::SiteStudy& study : site.studies) {
    if (study.name == name) return study;
  }
  site.studies.emplace_back();
  results::SiteStudy& study = site.studies.back();
  study.name = name;
  study.title = fmt::format("{}: a results folder", name);
  study.command =
      "hashlab run suite.ini --data FOLDER --out results\nhashlab table results --format csv";
  return study;
}

}  // namespace

bool FolderCheck::refused() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.refuses; });
}

FolderCheck check_folder(const ResultsFolder& folder, const std::optional<std::string>& data,
                         std::size_t threads) {
  return checked(folder, read_manifest(folder), data, threads);
}

void add_folder(const ResultsFolder& folder, const std::string& study_name, const std::string& part,
                const std::optional<std::string>& data, std::size_t threads,
                results::SiteData& site) {
  const Manifest whole = read_manifest({folder.path});
  const FolderCheck check = checked({folder.path}, whole, data, threads);
  if (check.refused()) {
    for (const FolderCheck::Finding& finding : check.findings) {
      if (finding.refuses) fail_corrupt(folder.path, finding.text);
    }
  }
  const Manifest manifest = read_manifest(folder);
  std::vector<Metric> metrics;
  for (const std::string& name : manifest.suite.metrics) metrics.push_back(result_metric(name));
  const results::DatasetReport report =
      study_report(folder, manifest, metrics, [](std::size_t, std::size_t) {});

  results::SiteStudy& study = folder_study(site, study_name);
  const std::string recipe = part.empty() ? "suite.ini" : part + "/suite.ini";
  const bool known = std::any_of(study.recipes.begin(), study.recipes.end(),
                                 [&](const results::NamedText& r) { return r.name == recipe; });
  if (!known) study.recipes.push_back({recipe, suite_text(whole.suite)});
  for (const FolderCheck::Finding& finding : check.findings) study.remarks.push_back(finding.text);
  for (const std::string& text : report.warnings) study.remarks.push_back(text);
  for (const std::string& text : report.choices) study.remarks.push_back(text);

  const DatasetFacts& facts = manifest.dataset;
  results::SiteSuite suite =
      site_suite(study_name, part, manifest.suite, {facts.size, facts.dimensions, facts.checksum});
  suite.dataset = report.facts.dataset;
  suite.audit = check.audit;
  site.suites.push_back(std::move(suite));

  const std::string base = safe_file_name(
      folder.direction.empty() ? study_name + (part.empty() ? "" : "-" + part)
                               : study_name + "-" + part + "-" + folder.direction.text());
  std::string stem = base;
  for (std::size_t n = 2;
       std::any_of(site.files.begin(), site.files.end(),
                   [&](const results::NamedText& file) { return file.name == stem + ".csv"; });
       ++n) {
    stem = fmt::format("{}-{}", base, n);
  }
  FolderTables tables{{stem + ".csv", mean_columns, {}},
                      {stem + "-runs.csv", run_columns, {}},
                      site,
                      study_name,
                      part,
                      report.facts.dataset};
  for (const results::ReportGroup& group : report.groups) {
    const std::string name = audited_name(group, folder.direction);
    const bool leaks = std::any_of(
        check.leaking.begin(), check.leaking.end(),
        [&](const std::string& leaking) { return leaking == name || leaking == group.what.split; });
    for (const Metric& m : metrics) {
      const auto values = group.values.find(m.name);
      if (values != group.values.end()) tables.add_score(group, m.name, values->second, leaks);
    }
    tables.add_cost(group, "learn-seconds", group.learn_seconds);
    tables.add_cost(group, "encode-seconds", group.encode_seconds);
  }
  study.files.push_back(tables.means.name);
  study.files.push_back(tables.runs.name);
  site.files.push_back({tables.means.name, results::csv_text(tables.means)});
  site.files.push_back({tables.runs.name, results::csv_text(tables.runs)});
}

}  // namespace hashlab::experiments
