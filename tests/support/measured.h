#pragma once

#include "tests/support/program.h"

#include <string>

namespace hashlab::testing {

/// Can the peak of a program's memory be measured, and does it mean anything? Says so if not.
bool can_measure_memory();

struct Measured {
  Outcome outcome;
  double megabytes = 0;  ///< peak resident memory
};

/// Runs the hashlab program in a folder, where it leaves a file "peak".
Measured measured(const std::string& folder, const std::string& arguments);

}  // namespace hashlab::testing
