#pragma once

#include "experiments/audit/audit.h"
#include "results/report/audit_lines.h"

#include <vector>

namespace hashlab::experiments {

/// An audit as the report's panel shows it: for each split, over its runs, leaks by kind or that
/// there are none, what the parts have in common, copies and near-duplicates.
std::vector<results::AuditLine> report_lines(const Audit& audit);

}  // namespace hashlab::experiments
