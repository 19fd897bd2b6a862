#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// Is there a pipe at `path`, such as a shell's <(command) or /dev/stdin behind a '|'?
bool is_pipe(const std::string& path);

/// All that is written to a pipe, as a file without a name that goes with the object.
class PipeCopy {
 public:
  /// Reads the pipe to its end into a file on the file system of `folder`, or in memory if that has
  /// none without names. `progress` is called with the bytes so far, at least every .2 s, also
  /// while nothing comes; it may throw to stop.
  /// Errors:  unreadable, also if nobody writes to the pipe and nothing is in it; io_error.
  PipeCopy(const std::string& pipe, const std::string& folder,
           const std::function<void(std::size_t bytes)>& progress);
  ~PipeCopy();
  PipeCopy(const PipeCopy&) = delete;
  PipeCopy& operator=(const PipeCopy&) = delete;

  const std::string& pipe() const { return pipe_; }
  const std::string& path() const { return path_; }  ///< where this process can read the copy

 private:
  std::string pipe_, path_;
  int fd_;
};

}  // namespace hashlab
