#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// How work in a child process ended.
struct ChildOutcome {
  enum class End {
    done,     ///< the work returned, or threw an exception with the text `message`
    crashed,  ///< a signal ended the process
    stuck     ///< the work took too long and was ended
  };
  End end = End::done;
  std::string message = {};  ///< empty if the work returned
};

/// Runs `work` in a child process that cannot do harm: it may use `memory_bytes` more memory than
/// this process uses now, is ended after `seconds`, and cannot write to any file. The child sees a
/// copy of this process's memory as it is now, so its changes are lost. Locks held by other threads
/// stay locked in the child.
/// Errors:  unreadable if a process cannot be started.
ChildOutcome run_in_child(const std::function<void()>& work, std::size_t memory_bytes, int seconds);

/// To be called by the work in a child process: from then on the process cannot open any file,
/// except in builds with a sanitizer.
void open_no_more_files();

}  // namespace hashlab
