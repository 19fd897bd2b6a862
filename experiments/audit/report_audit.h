#pragma once

#include "experiments/audit/audit.h"
#include "results/report/audit_lines.h"

#include <vector>

namespace hashlab::experiments {

/// An audit as lines for the report's panel. For each split, over its runs: leaks by kind (or that
/// there are none), rows shared between parts, copies and near-duplicates.
std::vector<results::AuditLine> report_lines(const Audit& audit);

}  // namespace hashlab::experiments
