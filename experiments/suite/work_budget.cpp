#include "experiments/suite/work_budget.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

namespace hashlab::experiments {

WorkBudget parse_work_budget(std::string_view text) {
  std::string_view rest = text;
  const auto value = take_real(rest);
  if (value && *value >= 1e-3) {
    if (rest.empty() && *value <= 1e9) return {*value, 0};
    if (rest == "%" && *value <= 1000) return {0, *value};
  }
  refuse(
      fmt::format("option 'auto-budget' = '{}', must be a number of units in 0.001 .. 1e9, such as "
                  "1000, or a share of the full grid's work, such as 10%",
                  text));
}

std::string work_budget_text(const WorkBudget& budget) {
  return budget.units > 0 ? number_text(budget.units) : number_text(budget.percent) + "%";
}

}  // namespace hashlab::experiments
