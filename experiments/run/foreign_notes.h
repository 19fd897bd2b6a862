#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Warnings about the codes of other programs before a study is run, one line each: the findings of
/// look_at_codes() in the first file of each method, and codes that are said to be trained on the
/// training rows of each run although one file serves several runs.
/// Errors:  those of open_codes.
std::vector<std::string> foreign_codes_notes(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
