#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// All keys, in the order in which an experiment file is written.
const std::vector<SuiteKey>& suite_keys();

}  // namespace hashlab::experiments
