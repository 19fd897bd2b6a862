#pragma once

#include "experiments/program/launch.h"
#include "lib/ranks.h"

#include <functional>

namespace hashlab::experiments {

// Two source files define these functions, one with and one without MPI. A program with MPI takes
// the objects of the first in place of the second.

/// True if the program is built with MPI.
bool has_mpi();

/// Initialises MPI and runs `work` on all processes of the MPI job `launch`. Returns the exit
/// status on rank 0, and 0 on all others. Call it only if has_mpi() is true.
/// Errors:  on rank 0 only: invalid_argument with the message of the first rank that failed, or if
///          MPI and `launch` differ in the number of processes.
int run_on_mpi(const Launch& launch, const std::function<int(const Ranks&)>& work);

}  // namespace hashlab::experiments
