#include "experiments/gather/table_files.h"

#include "experiments/gather/printed_names.h"
#include "experiments/gather/records.h"
#include "lib/error.h"
#include "results/format/everything.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlab::experiments {
namespace {

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
    datasets.push_back(manifest.dataset_name());
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
