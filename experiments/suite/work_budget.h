#pragma once

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The compute budget of a choice of auto. The choice is the same on any machine, because it does
/// not depend on time.
struct WorkBudget {
  double units = 0;    ///< see hashers/work.h; or, if 0,
  double percent = 0;  ///< of the full grid's compute budget (experiments/choose/entrants.h)

  bool operator==(const WorkBudget&) const = default;
};

/// "1000", units of 0.001 .. 1e9, or "10%", of 0.001% .. 1000%.
/// Errors:  invalid_argument.
WorkBudget parse_work_budget(std::string_view text);

/// Text that parse_work_budget reads back as an equal budget.
std::string work_budget_text(const WorkBudget& budget);

}  // namespace hashlab::experiments
