#pragma once

#include "experiments/audit/audit.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// "audit: 1040 cells, 20 splits: clean", or "... : 12 leaks of 2 kinds".
std::string audit_summary(const std::vector<Audit>& audits);

/// "6 leaks of 2 kinds (mean-over-everything, copies-of-queries-in-training)"; empty if there are
/// no leaks.
std::string leaks_in_short(const Audit& audit);

/// Text for users. It consists of the notes, the findings of each splitting protocol over its runs,
/// each leak with an explanation of its kind, and the summary. If there is only one split, its
/// overlaps and its class balance are shown too.
std::string audit_text(const std::vector<Audit>& audits);

/// A JSON object with all findings; lists of rows are cut off after a hundred.
std::string audit_json(const std::vector<Audit>& audits);

/// CSV with one line for each finding: dataset,split,run,cells,finding,kind,count,of. Findings are
/// leak, overlap, copies, near, and class (rows of a class in a part).
std::string audit_csv(const std::vector<Audit>& audits);

}  // namespace hashlab::experiments
