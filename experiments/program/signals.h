#pragma once

#include <atomic>

namespace hashlab::experiments {

/// From now on Ctrl-C, SIGTERM and SIGHUP end the program as usual, but its temporary files are
/// removed first. Signals that the program was started to ignore, as by nohup, stay ignored.
void end_cleanly_on_signals();

/// From now on the first Ctrl-C, SIGTERM or SIGHUP only sets the returned flag, so that long work
/// can end properly. The next one ends the program as after end_cleanly_on_signals().
const std::atomic<bool>& stop_on_signals();

}  // namespace hashlab::experiments
