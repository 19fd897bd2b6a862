#pragma once

#include "lib/ranks.h"

#include <cstddef>
#include <functional>

namespace hashlab::experiments {

/// Runs the work of a command on all processes that an MPI launcher started, or on this one alone.
/// MPI is initialised here, so other commands do not use it. Rank 0 represents all: it returns the
/// exit status and throws the error of any rank; the others return 0.
/// Errors:  those of the work, of the first rank that failed, as invalid_argument; likewise if
///          there are several processes and the program was built without MPI, or for another MPI
///          than the launcher's.
int run_on_ranks(const std::function<int(const Ranks&)>& work);

/// The default number of threads of a rank: the cores of its host divided among its ranks.
std::size_t threads_of(const Ranks& ranks);

}  // namespace hashlab::experiments
