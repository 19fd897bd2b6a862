#pragma once

#include "experiments/suite/plan.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Warnings, one line each, about methods whose codes come from another program and whose setting
/// `training` (ForeignCodes) cannot be true: split and learnable state other rows for each run, but
/// there are fewer files of codes than such sets of rows. An audit that relies on the setting
/// proves nothing. The files are not read.
std::vector<std::string> doubtful_training(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
