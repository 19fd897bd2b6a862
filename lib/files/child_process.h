#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// How work in a child process ended.
struct ChildOutcome {
  enum class End {
    done,     ///< the work returned, or threw an exception with the text `message`
    crashed,  ///< the process ended before the work did, for example by a signal
    stuck     ///< the work took too long and was ended
  };
  End end = End::done;
  std::string message = {};  ///< empty unless the work threw an exception
};

/// Runs `work` in a child process that cannot do harm: it may use `memory_bytes` more memory than
/// this process uses now (without limit in builds with a sanitizer), is ended after `seconds`, and
/// cannot write to any file. The child sees a copy of this process's memory as it is now, so its
/// changes are lost. Locks held by other threads stay locked in the child.
/// Errors:  unreadable if a process cannot be started.
ChildOutcome run_in_child(const std::function<void()>& work, std::size_t memory_bytes, int seconds);

/// Work in a child process may call this function. After the call the process cannot open any file;
/// in builds with a sanitizer the function does nothing.
void open_no_more_files();

}  // namespace hashlab
