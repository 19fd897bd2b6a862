#pragma once

#include <atomic>

namespace hashlab::experiments {

/// From now on Ctrl-C, SIGTERM and SIGHUP end the program as they would, but for its temporary
/// files, which are removed before.
void end_cleanly_on_signals();

/// From now on the first of them only sets what is returned, for long work to end in good order.
const std::atomic<bool>& stop_on_signals();

}  // namespace hashlab::experiments
