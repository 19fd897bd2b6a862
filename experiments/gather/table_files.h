#pragma once

#include "experiments/gather/study_tables.h"
#include "experiments/program/output.h"
#include "experiments/suite/results_folder.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The form of a table in LaTeX.
struct LatexRequest {
  bool differences = false;  ///< show the grids of differences between splits too
  std::string caption;       ///< as LaTeX; if empty, a float's caption is the table's subject
  std::string label;         ///< with a caption or a label the table becomes a float, otherwise a
                             ///< plain tabular

  bool is_float() const { return !caption.empty() || !label.empty(); }
};

/// All tables as one text, with a heading for each study if there are several. If the tables are
/// csv, only the first keeps its header, and with several studies the first column is the data set.
/// LaTeX output has the names of methods as papers print them.
/// Errors:  invalid_argument for csv of several studies on one data set, or for a caption or label
///          with several tables.
std::string format_studies(const std::vector<StudyTables>& studies, results::TableFormat format,
                           const LatexRequest& latex = {});

/// The long CSV of all studies (see results::format_long_csv).
/// Errors:  invalid_argument if two studies are of one data set.
std::string format_long_csv(const std::vector<StudyTables>& studies);

/// The CSV of everything in the cells of `folders` (see results/format/everything.h). It includes
/// the times only if `with_seconds` is true.
/// Errors:  not_found if no cell is done; invalid_argument if two folders are of one data set;
///          those of read_manifest and for_each_record.
std::string everything_csv(const std::vector<ResultsFolder>& folders, bool with_seconds);

/// The files tables.txt, tables.md, tables.csv, tables.tex, long.csv and everything.csv (without
/// times), with paths in the folder `into`. `studies` must be those of `folders`.
/// Errors:  those of format_studies and everything_csv.
std::vector<FileText> all_tables(const std::vector<StudyTables>& studies,
                                 const std::vector<ResultsFolder>& folders,
                                 const std::string& into);

}  // namespace hashlab::experiments
