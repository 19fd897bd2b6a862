#pragma once

#include <string>

namespace hashlab::experiments {

/// Held by a run while it works in a results folder, so that no other computes the same cells, or
/// makes the folder that of another suite meanwhile. A lock of the operating system on the file
/// run.lock: it ends with its process, however that ends, and holds across containers, and hosts
/// where the file system has locks. (Where it has none, runs are not kept apart.) Runs that share
/// their work hold it together; what keeps these apart is in experiments/sharing.
class ResultsLock {
 public:
  enum class Use { alone, shared };

  /// Makes the folder. Errors:  invalid_argument naming who works in the folder; io_error.
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
