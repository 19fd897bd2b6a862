#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// How work in a child process ended.
struct ChildOutcome {
  enum class End {
    done,     ///< it returned, or threw an exception with the text `message`
    crashed,  ///< a signal ended it
    stuck     ///< it took too long and was ended
  };
  End end = End::done;
  std::string message = {};  ///< empty if all went well
};

/// Runs `work` in a child process that cannot do harm: it may use `memory_bytes` more memory than
/// this process uses now, is ended after `seconds`, and cannot write to any file. The child sees a
/// copy of this process's memory as it is now, so its changes are lost. Locks held by other threads
/// stay locked in the child.
/// Errors:  unreadable if a process cannot be started.
ChildOutcome run_in_child(const std::function<void()>& work, std::size_t memory_bytes, int seconds);

/// For `work`: from this call on the process cannot open any file, except in builds with a
/// sanitizer.
void open_no_more_files();

}  // namespace hashlab
