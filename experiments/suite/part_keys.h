#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// The keys of experiment files for the parts of a split (their sizes, folds, class balance and
/// duplicates), the key for coarser training classes, and the key of the BLAS kernels. The keys of
/// the splitting protocol, the runs and the seed are in method_keys.h.
std::vector<SuiteKey> part_keys();

}  // namespace hashlab::experiments
