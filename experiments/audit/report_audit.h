#pragma once

#include "experiments/audit/audit.h"
#include "results/report/audit_lines.h"

#include <vector>

namespace hashlab::experiments {

/// The lines of an audit for the audit panel of the report. For each splitting protocol, over its
/// runs, they give the leaks by kind (or state that there are none), the rows shared between parts,
/// the copies and the near-duplicates.
std::vector<results::AuditLine> report_lines(const Audit& audit);

}  // namespace hashlab::experiments
