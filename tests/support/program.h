#pragma once

// For tests that run the program: only those of program/, attack/, mpi/ and torch/, which alone
// wait for it to be built.

#include "tests/support/support.h"

#include <sys/types.h>
#include <string>
#include <vector>

namespace hashlab::testing {

/// Runs the hashlab program with arguments as a shell would, `environment` before it.
Outcome hashlab(const std::string& arguments, const std::string& environment = "");

/// The message of a command that printed nothing but one line "error: message" to standard error;
/// otherwise a text that says so.
std::string refusal(const Outcome& outcome);

/// A hashlab program that runs while the test goes on; killed with the object if need be.
class Background {
 public:
  explicit Background(const std::string& arguments);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  void send(int signal) const;
  int wait();  ///< as Outcome::status

 private:
  pid_t process_;
};

/// A folder with a small data set (`small.h5`, 600 x 16, 4 classes) and the suite `tiny_suite()` on
/// it (`tiny.ini`).
class SmallStudy {
 public:
  SmallStudy();
  std::string operator/(const std::string& name) const { return folder_ / name; }
  std::string results() const { return folder_ / "out"; }
  /// The arguments that run, or plan, the suite.
  std::string arguments(const std::string& verb, const std::string& options = "") const;
  Outcome run(const std::string& options = "", const std::string& environment = "") const;
  Outcome table(const std::string& options = "") const;
  std::string numbers() const;             ///< the long CSV
  std::vector<std::string> cells() const;  ///< paths of the finished cells, sorted
  std::string status() const;              ///< the last line that `hashlab status` prints
  /// Waits until so many cells are there, a minute at most; says whether they are.
  bool wait_for_cells(std::size_t count) const;

 private:
  TemporaryFolder folder_;
};

/// Options by which a small study has 108 cells: long enough to be interrupted in the middle.
inline const std::string longer_run = "--set runs=6 --set 'bits=4 8 12'";

/// The numbers() of such a run that nothing interrupted; "failed" if it failed. It runs once.
std::string numbers_of_longer_run();

}  // namespace hashlab::testing
