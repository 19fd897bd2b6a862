#pragma once

#include <cstddef>

namespace hashlab::experiments {

/// The number of threads for reading the files of `cells` cells: 1 + cells / 64, rounded down, but
/// at most one per core. A thread for fewer files is not worthwhile, because starting it takes as
/// long as reading some of them. The number affects only the time.
std::size_t reading_threads(std::size_t cells);

}  // namespace hashlab::experiments
