#pragma once

#include "experiments/suite/plan.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Warnings, one line each, about methods whose codes come from another program and whose setting
/// `training` (ForeignCodes) cannot be true. The values `split` and `learnable` denote different
/// rows in each run, so each run needs a file of codes of its own; a warning is given if there are
/// fewer files than different sets of rows. An audit that relies on such a setting proves nothing.
/// The files are not read.
std::vector<std::string> doubtful_training(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
