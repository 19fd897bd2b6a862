#pragma once

#include <cstddef>

namespace hashlab::experiments {

/// The number of threads for reading `cells` cells: one per core, but few for few cells, because
/// starting a thread takes as long as reading some cells. It only affects the time.
std::size_t reading_threads(std::size_t cells);

}  // namespace hashlab::experiments
