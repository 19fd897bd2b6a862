#pragma once

#include "tests/attack/driver.h"

#include <string>
#include <vector>

namespace hashlab::testing {

/// A command line that is run in a folder of its own.
struct VerbCase {
  std::string name;  ///< "search, json"
  std::string arguments;
  std::vector<std::string> inputs;   ///< files and folders that it needs, see Workbench
  std::vector<std::string> earlier;  ///< outputs of which an earlier version is there
  std::string verb() const { return arguments.substr(0, arguments.find(' ')); }
};

/// Every verb that writes files, with each of its formats.
std::vector<VerbCase> writing_cases();
/// The verbs that write nothing.
std::vector<VerbCase> reading_cases();
/// Readers of files: every kind of file that `inspect` and `import` know, results, codes.
std::vector<VerbCase> file_reading_cases();

/// One of each kind of file that the cases need, made once.
class Workbench {
 public:
  static const Workbench& get();
  /// Makes `folder` anew, with what a case needs.
  void lay_out(const VerbCase& verb, const std::string& folder) const;

 private:
  Workbench();
  TemporaryFolder folder_;
};

}  // namespace hashlab::testing
