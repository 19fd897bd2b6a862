#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What a user should know of the codes of other programs before a study is run, a line each: what
/// look_at_codes() finds in the first file of each method, and codes that are said to be learned
/// from the training rows of each run although one file serves several runs.
/// Errors:  those of open_codes.
std::vector<std::string> foreign_codes_notes(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
