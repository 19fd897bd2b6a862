#pragma once

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// How much work a choice of auto may be: the same choice anywhere, as no clock has a share in it.
struct WorkBudget {
  double units = 0;    ///< see hashers/work.h; or, if there are none,
  double percent = 0;  ///< of the work of the full grid (experiments/choose/entrants.h)

  bool operator==(const WorkBudget&) const = default;
};

/// "1000", units of 0.001 .. 1e9, or "10%", of 0.001% .. 1000%.
/// Errors:  invalid_argument.
WorkBudget parse_work_budget(std::string_view text);

/// parse_work_budget reads it as the same.
std::string work_budget_text(const WorkBudget& budget);

}  // namespace hashlab::experiments
