#include "experiments/audit/plan_notes.h"

#include "experiments/audit/audit_output.h"
#include "experiments/audit/audit_results.h"
#include "experiments/suite/balance.h"
#include "experiments/suite/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hashlab::experiments {

std::vector<std::string> plan_notes(const Study& study, const std::vector<Cell>& cells) {
  std::vector<Cell> first;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(first),
               [](const Cell& cell) { return cell.run == 1; });
  AuditOptions options;
  options.looks_near = false;
  const Audit audit = audit_plan(study, first, options);
  std::vector<std::string> notes;
  const std::string balance = balance_note(study.suite, facts_of(study.dataset));
  if (!balance.empty()) notes.push_back(balance);
  notes.insert(notes.end(), audit.composition.begin(), audit.composition.end());
  const std::string found = leaks_in_short(audit);
  if (!found.empty()) {
    notes.push_back(
        fmt::format("'hashlab audit' finds {} in the first run of these splits, and says what "
                    "they are worth",
                    found));
  }
  return notes;
}

}  // namespace hashlab::experiments
