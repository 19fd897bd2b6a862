#pragma once

#include "lib/error.h"
#include "lib/files/pipe_copy.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

namespace hashlab {

/// Copies sources that are pipes into temporary files, because most formats have to be read more
/// than once.
class PipedSources {
 public:
  using Progress = std::function<void(const std::string& pipe, std::size_t bytes)>;

  /// The copies are stored on the disk of the output `out`, whose folder may not exist yet.
  /// `progress` is called while a pipe is copied; it may throw to stop.
  PipedSources(const std::string& out, Progress progress);

  /// If `path` is a pipe, copies it and replaces `path` by the path of the copy.
  /// Errors:  those of PipeCopy; unreadable if the pipe gives HDF5, which must be a file.
  void replace(std::string& path);
  /// The error with the paths of copies in its message replaced by those of the pipes.
  Error renamed(const Error& error) const;

 private:
  std::string folder_;
  Progress progress_;
  std::deque<PipeCopy> copies_;
};

}  // namespace hashlab
