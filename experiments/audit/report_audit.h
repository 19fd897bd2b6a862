#pragma once

#include "experiments/audit/audit.h"
#include "results/report/audit_lines.h"

#include <vector>

namespace hashlab::experiments {

/// The lines of an audit for the audit panel of the report. For each splitting protocol they give
/// the leaks by kind, or state that there are none, and the number of training rows in the
/// database. If features were examined, they also give the number of test queries with a copy or a
/// near-duplicate in the training rows or in the database. All numbers of rows are means over runs.
std::vector<results::AuditLine> report_lines(const Audit& audit);

}  // namespace hashlab::experiments
