#pragma once

#include "experiments/suite/plan.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Methods of another program whose codes are said to be trained on the training rows of each run,
/// although one file of codes serves several runs: the statement cannot be true, and an audit that
/// relies on it proves nothing. One line for each method. Reads no file.
std::vector<std::string> doubtful_training(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
