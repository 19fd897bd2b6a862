#include "experiments/gather/study_tables.h"

#include "experiments/gather/printed_names.h"
#include "experiments/gather/records.h"
#include "experiments/gather/study_ratios.h"
#include "experiments/program/output.h"
#include "lib/error.h"
#include "lib/metrics/conventions.h"
#include "results/format/everything.h"
#include "results/statistics/run_values.h"
#include "results/table/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace hashlab::experiments {
namespace {

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

std::string name_of(const ResultsFolder& folder) {
  const std::filesystem::path path(folder.path);
  const std::string name =
      (path.has_filename() ? path.filename() : path.parent_path().filename()).string();
  return results::name_in_direction(name, folder.direction);
}

/// Refuses two studies of one data set, because only the data set distinguishes studies in CSV.
void check_distinct(const std::vector<std::string>& datasets) {
  std::set<std::string> seen;
  for (const std::string& dataset : datasets) {
    if (seen.insert(dataset).second) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("two of these results folders are of data set '{}', which one csv "
                            "cannot tell apart; name one of them",
                            dataset));
  }
}

std::vector<std::string> datasets_of(const std::vector<StudyTables>& studies) {
  std::vector<std::string> datasets;
  for (const StudyTables& study : studies) datasets.push_back(study.dataset);
  return datasets;
}

std::string heading(const StudyTables& study, results::TableFormat format) {
  if (format == results::TableFormat::md) return fmt::format("## {}\n\n", study.name);
  if (format == results::TableFormat::tex) return fmt::format("% ==== {} ====\n", study.name);
  return fmt::format("==== {} ====\n\n", study.name);
}

std::string latex_of(const results::Table& table, const LatexRequest& latex) {
  const results::Table printed =
      with_printed_names(latex.differences ? table : results::without_differences(table));
  if (!latex.is_float()) return results::format_table(printed, results::TableFormat::tex);
  return results::latex_float(printed, latex.caption, latex.label);
}

std::string joined_csv(const std::vector<StudyTables>& studies) {
  std::vector<std::vector<std::string>> records;
  for (const StudyTables& study : studies) {
    for (const results::Table& table : study.tables) {
      for (std::vector<std::string> record : table.records) {
        const bool is_header = record == table.records.front();
        if (is_header && !records.empty()) continue;
        if (studies.size() > 1)
          record.insert(record.begin(), is_header ? "dataset" : study.dataset);
        records.push_back(std::move(record));
      }
    }
  }
  return results::format_csv(records);
}

}  // namespace

StudyTables study_tables(const ResultsFolder& folder, const TableRequest& request) {
  const Manifest manifest = read_manifest(folder);
  const std::string dataset = results::name_in_direction(manifest.dataset.name, folder.direction);
  std::vector<Metric> metrics;
  for (const std::string& name :
       request.metrics.empty() ? manifest.suite.metrics : request.metrics) {
    metrics.push_back(result_metric(name));
  }
  std::vector<std::string> shown, needed;
  for (const Metric& metric : metrics) results::add_once(shown, metric.name);
  needed = shown;
  for (const Metric& metric : metrics) {
    if (!metric.whole.empty()) results::add_once(needed, metric.whole);
    if (!request.ties || metric.best.empty()) continue;
    for (const std::string& end : {metric.best, metric.worst}) results::add_once(needed, end);
  }
  const Collected collected = collect(folder, manifest, needed, request.shown);

  results::TableOptions shared;
  shared.tie_band = request.ties;
  shared.precision = request.precision;
  shared.letters = request.letters;
  shared.test = request.marks.value_or(results::PairedTest::corrected);
  if (request.marks) {
    shared.baseline = request.baseline.empty() ? own_baseline(manifest.suite) : request.baseline;
  }
  std::vector<std::string> notes = collected.footnotes;
  if (request.marks && shared.baseline.empty() && !manifest.suite.baseline.empty()) {
    notes.push_back(fmt::format("no marks: the baseline '{}' is not among the methods",
                                manifest.suite.baseline));
  }
  if (has_study_ratios(manifest) || request.letters) {
    const StudyRatios ratios = study_ratios(manifest);
    shared.hasher_ratio = ratios.hashers;
    shared.strategy_ratio = ratios.strategies;
  } else if (!shared.baseline.empty() && shared.test == results::PairedTest::corrected) {
    shared.baseline.clear();
    notes.emplace_back(
        "no marks: the suite's sizes do not fit the data set, so that what runs have in common is "
        "not known");
  }
  if (request.published) {
    shared.published =
        results::published_for(*request.published, dataset, manifest.suite.ground_truth.kind(),
                               manifest.suite.sizes.training);
  }
  shared.shown = request.shown;
  StudyTables study{name_of(folder), dataset, {}, {}};
  for (const Metric& metric : metrics) {
    results::TableOptions options = shared;
    options.metric = metric.name;
    if (collected.chance.contains(metric.name)) options.chance = collected.chance.at(metric.name);
    if (metric.is_seconds || metric.is_difference) {
      options.ranked = false;
      options.baseline.clear();
    }
    options.best = metric.best;
    options.worst = metric.worst;
    options.whole = metric.whole;
    study.tables.push_back(
        results::make_table(collected.rows, options, with_definition(metric, notes)));
  }
  for (const results::ResultRow& row : collected.rows) {
    if (std::find(shown.begin(), shown.end(), row.metric) != shown.end()) study.rows.push_back(row);
  }
  return study;
}

std::string format_studies(const std::vector<StudyTables>& studies, results::TableFormat format,
                           const LatexRequest& latex) {
  if (format == results::TableFormat::csv) {
    check_distinct(datasets_of(studies));
    return joined_csv(studies);
  }
  if (latex.is_float() && (studies.size() != 1 || studies.front().tables.size() != 1)) {
    refuse("--caption and --label are of one table: choose it by --metric, and one results folder");
  }
  std::string text;
  for (const StudyTables& study : studies) {
    if (!text.empty()) text += "\n";
    if (studies.size() > 1) text += heading(study, format);
    for (const results::Table& table : study.tables) {
      if (&table != &study.tables.front()) text += "\n";
      text += format == results::TableFormat::tex ? latex_of(table, latex)
                                                  : results::format_table(table, format);
    }
  }
  return text;
}

std::string format_long_csv(const std::vector<StudyTables>& studies) {
  check_distinct(datasets_of(studies));
  std::vector<results::ResultRow> rows;
  for (const StudyTables& study : studies) {
    rows.insert(rows.end(), study.rows.begin(), study.rows.end());
  }
  return hashlab::results::format_long_csv(rows);
}

std::string everything_csv(const std::vector<ResultsFolder>& folders, bool with_seconds) {
  const bool directed = std::any_of(folders.begin(), folders.end(),
                                    [](const auto& folder) { return !folder.direction.empty(); });
  std::string csv = results::everything_header(directed);
  const std::size_t header = csv.size();
  std::vector<std::string> datasets;
  for (const ResultsFolder& folder : folders) {
    const Manifest manifest = read_manifest(folder);
    datasets.push_back(results::name_in_direction(manifest.dataset.name, folder.direction));
    const auto complete = [&](const Cell& cell, results::StoredCell& record) {
      if (record.has_hash_tables) record = *read_cell_of(folder, cell);
    };
    const auto add = [&](const Cell&, std::optional<results::StoredCell> record) {
      if (!record) return;
      record->dataset = manifest.dataset.name;
      csv += results::everything_lines(*record, with_seconds, directed);
    };
    for_each_record(folder, manifest, complete, add);
  }
  check_distinct(datasets);
  if (csv.size() == header) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: no cell is done yet; 'hashlab status {}' tells more",
                            folders.front().path, folders.front().path));
  }
  return csv;
}

std::vector<FileText> all_tables(const std::vector<StudyTables>& studies,
                                 const std::vector<ResultsFolder>& folders,
                                 const std::string& into) {
  const std::string folder = into.ends_with('/') ? into : into + "/";
  return {{folder + "tables.txt", format_studies(studies, results::TableFormat::text)},
          {folder + "tables.md", format_studies(studies, results::TableFormat::md)},
          {folder + "tables.csv", format_studies(studies, results::TableFormat::csv)},
          {folder + "tables.tex", format_studies(studies, results::TableFormat::tex)},
          {folder + "long.csv", format_long_csv(studies)},
          {folder + "everything.csv", everything_csv(folders, false)}};
}

}  // namespace hashlab::experiments
