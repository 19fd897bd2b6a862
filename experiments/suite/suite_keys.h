#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// All keys of experiment files, in the order in which suite_text() writes them.
const std::vector<SuiteKey>& suite_keys();

}  // namespace hashlab::experiments
