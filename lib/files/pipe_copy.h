#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// True if there is a pipe at `path`, such as a shell's <(command) or /dev/stdin behind a '|'.
bool is_pipe(const std::string& path);

/// A copy of everything that is written to a pipe, as a file without a name that is removed with
/// the object.
class PipeCopy {
 public:
  /// Reads the pipe to its end into a file on the file system of `folder`, or into memory if no
  /// file without a name can be created there. `progress` is called with the number of bytes so far
  /// at least every 0.2 s, even while no data arrive; it may throw to stop.
  /// Errors:  unreadable, also if the pipe ends without any data or no process has it open for
  ///          writing; io_error if the copy cannot be written.
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
