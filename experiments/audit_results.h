#pragma once

#include "experiments/audit.h"
#include "experiments/folder.h"
#include "experiments/study.h"

#include <vector>

namespace hashlab {

/// What the cells of a suite would do.
/// Errors:  those of drawing its splits.
Audit audit_plan(const Study& study, const std::vector<Cell>& cells, const AuditOptions& options);

/// What the cells of a results folder did, of the study of its manifest. A data set without features
/// (0 x n) will do as far as its splits can be drawn without: see Audit::with_features.
/// Errors:  invalid_argument if the results are of other data; corrupt_file for a damaged cell;
///          those of drawing its splits.
Audit audit_results(const ResultsFolder& folder, const Manifest& manifest, const Study& study,
                    const AuditOptions& options);

}  // namespace hashlab
