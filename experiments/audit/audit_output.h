#pragma once

#include "experiments/audit/audit.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The result of all audits in one line: "audit: 1040 cells, 20 splits: clean", or
/// "... : 12 leaks of 2 kinds". Without leaks, the line gives the number of doubtful statements
/// (Audit::doubtful_statements), if there are any.
std::string audit_summary(const std::vector<Audit>& audits);

/// The number and kinds of leaks, such as "6 leaks of 2 kinds (mean-over-everything,
/// copies-of-queries-in-training)". Returns "" if there are no leaks.
std::string leaks_in_short(const Audit& audit);

/// The audits as text for users. For each data set, it gives the notes, then for each splitting
/// protocol the findings over its runs and the leaks, and then one explanation of each kind of
/// leak. The summary is at the end. If a data set has only one split, the details of this split
/// follow the notes: part sizes, overlaps, copies, near-duplicates, fitted quantities and class
/// balance.
std::string audit_text(const std::vector<Audit>& audits);

/// A JSON object with all findings; lists of rows are cut off after a hundred.
std::string audit_json(const std::vector<Audit>& audits);

/// CSV with one line for each finding and the columns
/// dataset,split,run,cells,finding,kind,count,of. The column `finding` is leak, overlap, copies,
/// near, or class (the rows of a class in a part). The finding concerns `count` of `of` rows; for
/// the leak other-split-than-recorded, the two columns count splits.
std::string audit_csv(const std::vector<Audit>& audits);

}  // namespace hashlab::experiments
