#pragma once

#include "experiments/program/launch.h"
#include "lib/ranks.h"

#include <functional>

namespace hashlab::experiments {

/// True if the program is built with MPI. Two files define these functions; one of them is
/// compiled.
bool has_mpi();

/// See run_on_ranks. Requires has_mpi().
int run_on_mpi(const Launch& launch, const std::function<int(const Ranks&)>& work);

}  // namespace hashlab::experiments
