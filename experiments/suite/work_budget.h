#pragma once

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The compute budget of one choice of auto. It is in units of computation, not of time, so the
/// choice is the same on any machine.
struct WorkBudget {
  double units = 0;    ///< see hashers/work.h; 0: `percent` applies
  double percent = 0;  ///< percentage of the full grid's compute budget, see full_grid_work in
                       ///< experiments/choose/search_space.h

  bool operator==(const WorkBudget&) const = default;
};

/// Parses a budget: a number of units from 0.001 to 1e9, such as "1000", or a percentage from
/// 0.001% to 1000%, such as "10%".
/// Errors:  invalid_argument.
WorkBudget parse_work_budget(std::string_view text);

/// A budget as text, such as "1000" or "10%", which parse_work_budget reads back.
std::string work_budget_text(const WorkBudget& budget);

}  // namespace hashlab::experiments
