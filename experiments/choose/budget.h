#pragma once

#include "experiments/suite/work_budget.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

// The compute budget of a choice; see hashers/work.h for its unit. A time is converted to units
// once, by timing one small piece of work. After that only units count, so the same budget in units
// gives the same choice on any machine.

struct Budget {
  double seconds = 0;  ///< a time; 0 if `work` is given
  WorkBudget work;
};

/// Parses a time ("90s", "10m", "2h"), a number of units ("500u"), or a percentage of the compute
/// budget of the full grid ("10%", see full_grid_work). The number is from 1e-6 to 1e12.
/// Errors:  invalid_argument.
Budget parse_budget(std::string_view text);

/// Runs a small standard piece of work (matrix products) and returns its number of units.
double do_standard_work();

/// The seconds that one unit takes on one core of this machine, from the fastest of several calls
/// of do_standard_work().
double seconds_per_unit();

/// The number of units that fit into a time on this machine, rounded down to three significant
/// digits, because it is an estimate.
double units_in(double seconds);

/// A number of units as text, such as "500u", which parse_budget reads back as the same number.
std::string units_text(double units);

}  // namespace hashlab::experiments
