#pragma once

#include "experiments/suite/work_budget.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

// A choice by `auto` (choose.h) has a compute budget in the units of hashers/work.h. A budget in
// time is converted to units once, by timing a small piece of work. Everything else depends only on
// units, so the same budget in units gives the same choice on any machine.

/// A compute budget as the user gave it.
struct Budget {
  double seconds = 0;  ///< 0 if the budget is given by `work`
  WorkBudget work;
};

/// Parses a time ("90s", "10m", "2h"), a number of units ("500u"), or a percentage of the compute
/// budget of the full grid ("10%", see full_grid_work). The number is from 1e-6 to 1e12.
/// Errors:  invalid_argument.
Budget parse_budget(std::string_view text);

/// Computes some matrix products of fixed size and returns their cost in units.
double do_standard_work();

/// The seconds that one unit takes on one core of this machine, from the fastest of several calls
/// of do_standard_work().
double seconds_per_unit();

/// The number of units that one core of this machine computes in `seconds`, rounded down to three
/// significant digits, because it is an estimate.
double units_in(double seconds);

/// A number of units as text, such as "500u", which parse_budget reads back as the same number.
std::string units_text(double units);

}  // namespace hashlab::experiments
