#pragma once

#include "experiments/suite/plan.h"
#include "experiments/suite/study.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Remarks on the plan of an experiment file, one line each, to be shown before its cells are
/// computed: why the parts of splits are not balanced (see balance_note), which databases differ in
/// their classes (Audit::composition), and, last, the kinds of leaks in the first run of each
/// split. `cells` are all planned cells. Empty if there is nothing to remark.
/// Cost:    an audit of one run without a search for near-duplicates.
/// Errors:  those of audit_plan.
std::vector<std::string> plan_notes(const Study& study, const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
