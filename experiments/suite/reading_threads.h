#pragma once

#include <cstddef>

namespace hashlab::experiments {

/// How many threads read so many cells: one a core, but few of few, since starting one takes as
/// long as reading some cells. Nothing but time depends on it.
std::size_t reading_threads(std::size_t cells);

}  // namespace hashlab::experiments
