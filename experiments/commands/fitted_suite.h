#pragma once

#include "experiments/suite/suite.h"
#include "lib/data/dataset.h"

namespace hashlab::experiments {

/// The experiment file with part sizes that fit its data set (see fitted_to). Reports on standard
/// error which sizes were lowered.
Suite fitted_suite(const Suite& suite, const Dataset& dataset);

}  // namespace hashlab::experiments
