#pragma once

#include "experiments/suite/suite_key.h"

#include <vector>

namespace hashlab::experiments {

/// The keys of experiment files that determine which samples belong to each part of a split, how
/// large the parts are and on which classes methods are trained, and the key of the BLAS kernels.
std::vector<SuiteKey> part_keys();

}  // namespace hashlab::experiments
