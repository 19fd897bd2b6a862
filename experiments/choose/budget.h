#pragma once

#include "experiments/suite/work_budget.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

// The compute budget of a choice; see hashers/work.h for its unit. A time is converted to units
// once, by timing one small piece of work. After that only units count, so the same budget in units
// gives the same choice on any machine.

struct Budget {
  double seconds = 0;  ///< or
  WorkBudget work;
};

/// "90s", "10m", "2h", "500u" in units, or "10%" of the full grid's compute budget.
/// Errors:  invalid_argument.
Budget parse_budget(std::string_view text);

/// Runs a small standard piece of work (matrix products) and returns its number of units.
double do_standard_work();

/// The duration of one unit on this machine: the fastest of a few standard pieces on one core.
double seconds_per_unit();

/// The number of units for a time, rounded to three digits, because it is an estimate.
double units_in(double seconds);

/// "500u": parse_budget reads it back as the same number.
std::string units_text(double units);

}  // namespace hashlab::experiments
