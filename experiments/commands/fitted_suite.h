#pragma once

#include "experiments/suite/suite.h"
#include "lib/data/dataset.h"

namespace hashlab::experiments {

/// The experiment file with sizes that fit its data set (see fitted_to); reports on standard error
/// which sizes differ from the defaults.
Suite fitted_suite(const Suite& suite, const Dataset& dataset);

}  // namespace hashlab::experiments
