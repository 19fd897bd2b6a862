#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// The keys of experiment files for the name, the data set, the ground truth, the methods, the code
/// lengths, the splitting protocols, the runs, the seed, the metrics and the baseline. suite_keys()
/// adds the keys of families of scores and the other keys.
std::vector<SuiteKey> method_keys();

}  // namespace hashlab::experiments
