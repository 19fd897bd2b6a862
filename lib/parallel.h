#pragma once

#include <cstddef>
#include <functional>

namespace hashlab {

/// Runs work(0) .. work(n - 1), on up to `threads` threads (at least the caller's own). Which one
/// does what is left open, so parts must not depend on each other.
/// Errors:  the first exception of any part, after all threads have stopped.
void parallel(std::size_t threads, std::size_t n, const std::function<void(std::size_t)>& work);

}  // namespace hashlab
