#pragma once

#include "lib/ranks.h"

#include <cstddef>
#include <functional>

namespace hashlab::experiments {

/// Runs the work of a verb on all processes that an MPI launcher started, or on this one if there
/// was none. MPI starts here, so other verbs never meet it. Rank 0 speaks for all: it has the exit
/// status and throws what any rank failed of; the others end with 0.
/// Errors:  those of the work: of the first rank that failed, as invalid_argument; likewise if
///          there are several processes and the program was built without MPI, or for another one
///          than the launcher's.
int run_on_ranks(const std::function<int(const Ranks&)>& work);

/// The threads that a rank has by default: those cores that its host gives each of its ranks.
std::size_t threads_of(const Ranks& ranks);

}  // namespace hashlab::experiments
