#pragma once

#include "experiments/gather/collect.h"
#include "experiments/program/output.h"
#include "experiments/suite/results_folder.h"
#include "results/format/table_format.h"
#include "results/published/published.h"
#include "results/statistics/paired.h"
#include "results/table/shown_part.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Which tables of a results folder to make, and how.
struct TableRequest {
  std::vector<std::string> metrics;  ///< the suite's if empty
  std::string baseline;              ///< the suite's if empty
  std::size_t precision = 4;
  bool ties = false;  ///< show the tie band of every metric that has one
  /// The test behind marks, letters and p-values; none: no marks, the others by the corrected one.
  std::optional<results::PairedTest> marks = results::PairedTest::corrected;
  bool letters = false;  ///< show what each value is significantly better than
  std::optional<std::vector<results::PublishedValue>>
      published;  ///< of any data set, beside our values
  results::ShownPart shown = {};
};

/// How a table is set in LaTeX.
struct LatexRequest {
  bool differences = false;  ///< show the grids of differences between splits too
  std::string caption;       ///< LaTeX; what the table is of if empty
  std::string label;         ///< with a caption or a label it becomes a float, else a tabular

  bool is_float() const { return !caption.empty() || !label.empty(); }
};

/// The comparison tables of one results folder, one a metric.
struct StudyTables {
  std::string name;     ///< of the folder, without those above it
  std::string dataset;  ///< its data set
  std::vector<results::Table> tables;
  std::vector<results::ResultRow> rows;  ///< the numbers they were made of
};

/// The baseline that a suite names, canonical, if one of its methods is it or has its quantiser;
/// else "". `--set hasher=` may have replaced the methods that it was meant for.
std::string own_baseline(const Suite& suite);

/// Errors:  those of read_manifest, collect and make_table.
StudyTables study_tables(const ResultsFolder& folder, const TableRequest& request);

/// All in one text, each study under a heading if there are several. Of csv tables only the first
/// keeps its header; with several studies their first column is the data set. LaTeX is for papers:
/// it has printed names of methods.
/// Errors:  invalid_argument if csv of several studies on one data set is asked for, or a caption
///          or label of several tables.
std::string format_studies(const std::vector<StudyTables>& studies, results::TableFormat format,
                           const LatexRequest& latex = {});

/// The long CSV (see format_long_csv) of all studies; errors as format_studies.
std::string format_long_csv(const std::vector<StudyTables>& studies);

/// Everything that the cells of the last run hold (see results/format/everything.h).
/// Errors:  not_found if no cell is there; otherwise as collect and format_studies.
std::string everything_csv(const std::vector<ResultsFolder>& folders, bool with_seconds);

/// The files tables.txt, tables.md, tables.csv, tables.tex, long.csv and everything.csv of the
/// studies in `folders`, to be written into the folder `into`. Errors:  as above.
std::vector<FileText> all_tables(const std::vector<StudyTables>& studies,
                                 const std::vector<ResultsFolder>& folders,
                                 const std::string& into);

}  // namespace hashlab::experiments
