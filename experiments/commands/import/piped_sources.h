#pragma once

#include "lib/error.h"
#include "lib/files/pipe_copy.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

namespace hashlab::experiments {

/// Copies of sources that are pipes, because formats read a file more than once.
class PipedSources {
 public:
  using Progress = std::function<void(const std::string& pipe, std::size_t bytes)>;

  /// The copies are stored on the disk of the output, whose folder may not exist yet. `progress`
  /// may throw to stop.
  PipedSources(const std::string& out, Progress progress);

  /// Replaces the path of a source by that of its copy, if it is a pipe.
  /// Errors:  those of PipeCopy; unreadable if it is HDF5, whose library needs a file with a name.
  void replace(std::string& path);
  /// An error about a copy, reworded to name the pipe.
  Error renamed(const Error& error) const;

 private:
  std::string folder_;
  Progress progress_;
  std::deque<PipeCopy> copies_;
};

}  // namespace hashlab::experiments
