#pragma once

#include <string>

namespace hashlab::experiments {

/// A lock that a run holds while it is active in a results folder, so that no other run computes
/// the same cells or uses the folder for another experiment file. It is an operating-system lock on
/// the file run.lock. The lock therefore ends with its process in any case. It is valid across
/// containers, and across hosts if the file system supports locks. On a file system without locks,
/// nothing prevents two runs from using the same folder. Runs that share their work hold the lock
/// together; experiments/schedule/shared_work.h coordinates these runs.
class ResultsLock {
 public:
  /// alone: no other run can hold the lock at the same time. shared: other runs can, if they use
  /// `shared` too.
  enum class Use { alone, shared };

  /// Creates the folder and takes the lock. `suite` is the name of the experiment file, for the
  /// messages of other runs.
  /// Errors:  invalid_argument naming the run that is active in the folder; io_error.
  ResultsLock(const std::string& folder, const std::string& suite, Use use = Use::alone);
  ~ResultsLock();
  ResultsLock(const ResultsLock&) = delete;
  ResultsLock& operator=(const ResultsLock&) = delete;

 private:
  const Use use_;
  const std::string path_;
  int fd_ = -1;
};

}  // namespace hashlab::experiments
