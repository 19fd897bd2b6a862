#pragma once

#include <string>

#include "lib/types.h"

namespace hashlab::testing {

/// A folder of its own below the system's temporary one, removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// What a command line printed and how it ended.
struct Outcome {
  int status = 0;
  std::string out, error;
};

/// Runs the hashlab program with arguments as a shell would, `environment` before it.
Outcome hashlab(const std::string& arguments, const std::string& environment = "");

/// Runs any shell command.
Outcome shell(const std::string& command);

/// A small deterministic data set: n samples of d features in 4 overlapping classes.
Dataset small_dataset(std::size_t n, std::size_t d);

/// The message of the Error that `action` throws, or "no error".
template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace hashlab::testing
