#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// The keys that say which methods are run on which data, and how they are scored and compared;
/// those of scores that are families of their own are made from their registry (see suite_keys).
std::vector<SuiteKey> method_keys();

}  // namespace hashlab::experiments
