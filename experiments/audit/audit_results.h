#pragma once

#include "experiments/audit/audit.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"

#include <vector>

namespace hashlab::experiments {

/// Audits the cells of an experiment file before they are run.
/// Errors:  those of drawing its splits, and of learned_from() for codes from another program.
Audit audit_plan(const Study& study, const std::vector<Cell>& cells, const AuditOptions& options);

/// Audits the cells of a results folder. `study` is the study that `manifest` describes. Missing
/// and failed cells are only counted in a note. The data set of `study` may be an outline (see
/// outline_of): Audit::with_features is then false, and the audit takes only milliseconds plus the
/// time to read the cells.
/// Errors:  invalid_argument if the results belong to another data set, or if the data set is an
///          outline and the splits exclude repeated rows, which cannot be found without features;
///          corrupt_file for a damaged cell; those of drawing the splits.
Audit audit_results(const ResultsFolder& folder, const Manifest& manifest, const Study& study,
                    const AuditOptions& options);

/// A data set without its features (0 x n), for drawing its splits. It has labels if `path` names
/// its file; `path` may be empty. `view`: the view of the data set, as for DatasetFile.
/// Errors:  those of the file; invalid_argument if the number of rows in the file is not that in
///          `facts`.
Dataset outline_of(const DatasetFacts& facts, const std::string& path,
                   const std::string& view = "");

}  // namespace hashlab::experiments
