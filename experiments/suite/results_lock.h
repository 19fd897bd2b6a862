#pragma once

#include <string>

namespace hashlab::experiments {

/// Held by a run while it is active in a results folder, so that no other run computes the same
/// cells or uses the folder for another experiment file. It is an operating-system lock on the file
/// run.lock: it ends with its process in any case, and holds across containers, and across hosts if
/// the file system supports locks. (Without locks, runs are not kept apart.) Runs that share their
/// work hold it together; experiments/sharing coordinates these.
class ResultsLock {
 public:
  enum class Use { alone, shared };

  /// Creates the folder. Errors:  invalid_argument naming the run that is active in the folder;
  /// io_error.
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
