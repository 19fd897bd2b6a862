#pragma once

#include "experiments/program/launch.h"
#include "lib/ranks.h"

#include <functional>

namespace hashlab::experiments {

/// Is the program built with MPI? Two files define what is declared here, of which one is compiled.
bool has_mpi();

/// See run_on_ranks. Requires has_mpi().
int run_on_mpi(const Launch& launch, const std::function<int(const Ranks&)>& work);

}  // namespace hashlab::experiments
