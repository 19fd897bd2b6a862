#pragma once

#include <cstddef>
#include <functional>

namespace hashlab {

/// Runs work(0) .. work(n - 1) on up to `threads` threads (at least the caller's own). The calls
/// have no fixed order or assignment to threads, so they must be independent of each other.
/// Errors:  After a call has thrown, no new calls begin, and the first exception is rethrown once
///          all threads have stopped. io_error, before any call, if the system cannot create so
///          many threads.
void parallel(std::size_t threads, std::size_t n, const std::function<void(std::size_t)>& work);

}  // namespace hashlab
