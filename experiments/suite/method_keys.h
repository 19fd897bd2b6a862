#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// The keys of experiment files for the data set, the methods, and how methods are scored and
/// compared. The keys of families of scores are not among them; suite_keys() adds them.
std::vector<SuiteKey> method_keys();

}  // namespace hashlab::experiments
