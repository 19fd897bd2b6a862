#pragma once

#include <cstddef>

namespace hashlab::experiments {

/// The number of threads for reading the files of `cells` cells: at most one per core and one more
/// than there are groups of 64 cells, because starting a thread takes as long as reading some
/// files. The number affects only the time.
std::size_t reading_threads(std::size_t cells);

}  // namespace hashlab::experiments
