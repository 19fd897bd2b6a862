#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// What became of work in a child process.
struct ChildOutcome {
  enum class End {
    done,     ///< it returned, or threw an exception with the text `message`
    crashed,  ///< a signal ended it
    stuck     ///< it took too long and was ended
  };
  End end = End::done;
  std::string message = {};  ///< empty if all went well
};

/// Runs `work` in a child process that can do no harm: it has this much more memory and time than
/// the work is given, and no file that it writes can grow. It sees the memory of this process as it
/// is now, and what it changes there is lost. Locks that other threads hold stay locked in it.
/// Errors:  unreadable if no process can be started.
ChildOutcome run_in_child(const std::function<void()>& work, std::size_t memory_bytes, int seconds);

/// For `work`: from here on this process can open no file; not in builds with a sanitizer.
void open_no_more_files();

}  // namespace hashlab
