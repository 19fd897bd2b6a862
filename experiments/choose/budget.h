#pragma once

#include "experiments/suite/work_budget.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

// How much work a choice may be, see hashers/work.h for its unit. A time is turned into units once,
// by timing one small piece of work; from then on units alone decide, so that the same budget in
// units gives the same choice on any machine.

struct Budget {
  double seconds = 0;  ///< or
  WorkBudget work;
};

/// "90s", "10m", "2h", "500u" in units, or "10%" of the full grid's work.
/// Errors:  invalid_argument.
Budget parse_budget(std::string_view text);

/// Does a small standard piece of work, matrix products, and says how many units it is.
double do_standard_work();

/// What one unit takes here and now: the quickest of a few standard pieces on one core.
double seconds_per_unit();

/// What can be done in a time, of three digits: more would pretend to be exact.
double units_in(double seconds);

/// "500u": parse_budget reads it as the same.
std::string units_text(double units);

}  // namespace hashlab::experiments
