#pragma once

#include "lib/hamming/kernel.h"

#include <map>
#include <string>

namespace hashlab::experiments {

/// The environment in which a number was computed: version, compiler, build type, processor,
/// kernel, BLAS with its threads, Armadillo, HDF5. Recorded in every cell and printed by --version.
std::map<std::string, std::string> provenance(const Kernel& kernel);

}  // namespace hashlab::experiments
