#pragma once

#include "experiments/audit/audit.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"

#include <vector>

namespace hashlab::experiments {

/// What the cells of a suite would do.
/// Errors:  those of drawing its splits.
Audit audit_plan(const Study& study, const std::vector<Cell>& cells, const AuditOptions& options);

/// What the cells of a results folder did, of the study of its manifest. An outline of its data set
/// will do: then Audit::with_features is false, and the audit takes milliseconds and those of
/// reading cells.
/// Errors:  invalid_argument if the results are of other data, or their splits exclude equal rows
///          and there are no features to tell them by; corrupt_file for a damaged cell; those of
///          drawing the splits.
Audit audit_results(const ResultsFolder& folder, const Manifest& manifest, const Study& study,
                    const AuditOptions& options);

/// A data set without its features (0 x n), for drawing its splits. Has labels if `path` names its
/// file; may be empty. `view` as for DatasetFile.
/// Errors:  those of the file; invalid_argument if it has other rows.
Dataset outline_of(const DatasetFacts& facts, const std::string& path,
                   const std::string& view = "");

}  // namespace hashlab::experiments
