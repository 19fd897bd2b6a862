#pragma once

#include "lib/types.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

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
  int status = 0;  ///< exit status, or 128 + the signal that ended it
  std::string out, error;
};

/// Exit status out of what waitpid() says of a process, or 128 + the signal that ended it.
int status_of(int waited);

/// Runs any shell command.
Outcome shell(const std::string& command);

/// A small deterministic data set: n samples of d features in 4 overlapping classes.
Dataset small_dataset(std::size_t n, std::size_t d);

/// The text of a suite of 12 quick cells on a data set called "small": 3 hashers, 8 bits, 2 splits,
/// 2 runs.
std::string tiny_suite();

/// The first n rows of any data set.
Rows rows_below(std::size_t n);

/// The folder of real data that HASHLAB_DATA names; empty if it is not set.
std::string real_data_folder();
/// The same. Empty if it is not set or lacks one of `files`: then the running test case counts as
/// skipped and has to return.
std::string real_data(const std::vector<std::string>& files);

/// How many files and folders are in a folder.
std::size_t entries_of(const std::string& folder);

/// SHA-256 of the names and contents of all files below a folder; of nothing if there is none.
std::string fingerprint(const std::string& folder);

/// Makes an HDF5 file one of hashlab's, by the checksum before it.
void seal(const std::string& path);

/// For checks: CHECK(text == Contains("part")) shows both if it fails.
class Contains {
 public:
  explicit Contains(std::string part) : part_(std::move(part)) {}
  friend bool operator==(const std::string& text, const Contains& c) {
    return text.find(c.part_) != std::string::npos;
  }
  friend std::ostream& operator<<(std::ostream& out, const Contains& c) {
    return out << "text with '" << c.part_ << "'";
  }

 private:
  std::string part_;
};

std::vector<std::string> lines_of(const std::string& text);
std::vector<std::string> fields_of(const std::string& line, char separator);

/// How many lines of a text have a part.
std::size_t count_lines(const std::string& text, const std::string& part);

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
