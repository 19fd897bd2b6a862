#pragma once

#include <atomic>

namespace hashlab {

/// From now on Ctrl-C and SIGTERM set what is returned, for long work to end in good order; a
/// second one ends the program at once.
const std::atomic<bool>& stop_on_signals();

}  // namespace hashlab
