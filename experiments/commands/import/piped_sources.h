#pragma once

#include "lib/error.h"
#include "lib/files/pipe_copy.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

namespace hashlab::experiments {

/// Copies of sources that are pipes, since formats read a file more than once.
class PipedSources {
 public:
  using Progress = std::function<void(const std::string& pipe, std::size_t bytes)>;

  /// The copies take their room where the output will, whose folder may still have to be made.
  /// `progress` may throw to stop.
  PipedSources(const std::string& out, Progress progress);

  /// Where to read a source: its copy, if it is a pipe.
  /// Errors:  those of PipeCopy; unreadable if it is HDF5, whose library wants a file with a name.
  void replace(std::string& path);
  /// An error about a copy, in terms of the pipe.
  Error renamed(const Error& error) const;

 private:
  std::string folder_;
  Progress progress_;
  std::deque<PipeCopy> copies_;
};

}  // namespace hashlab::experiments
