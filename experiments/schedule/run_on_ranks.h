#pragma once

#include "lib/ranks.h"

#include <cstddef>
#include <functional>

namespace hashlab::experiments {

/// Runs the work of a command on all processes that an MPI launcher started, or on this process
/// alone. MPI is initialised only here, so commands that do not call this function do not use it.
/// With several processes, rank 0 represents all: it returns the exit status of its work, or throws
/// the error of the first rank that failed; the other ranks return 0.
/// Errors:  with one process, those of the work. With several: invalid_argument with the message of
///          the first rank that failed, or if the program was built without MPI or for another MPI
///          than the launcher's.
int run_on_ranks(const std::function<int(const Ranks&)>& work);

/// The default number of threads of a rank: the cores of its host divided among the ranks on this
/// host (see cores_of_each).
std::size_t threads_of(const Ranks& ranks);

}  // namespace hashlab::experiments
