#pragma once

#include "experiments/suite/suite.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// One key of a suite file: the only place that knows its name, its meaning and its form.
struct SuiteKey {
  using Values = std::vector<std::string>;

  std::string name;
  std::string help;  ///< printed by --help; may have several lines
  bool list;         ///< may be given several times
  /// Checks the values, of which there is at least one, and puts them in place of the suite's.
  /// Errors:  invalid_argument naming the key.
  std::function<void(Suite&, const Values&)> set;
  std::function<Values(const Suite&)> get;  ///< what set() would make the same suite of
  bool may_be_empty = false;
};

/// All keys, in the order in which a suite is written.
const std::vector<SuiteKey>& suite_keys();

}  // namespace hashlab::experiments
