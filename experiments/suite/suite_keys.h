#pragma once

#include "experiments/suite/suite.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// One key of an experiment file: the only place that defines its name, its meaning and its form.
struct SuiteKey {
  using Values = std::vector<std::string>;

  std::string name;
  std::string help;  ///< printed by --help; may have several lines
  bool list;         ///< may be given several times
  /// Checks the values, of which there is at least one, and replaces the suite's values by them.
  /// Errors:  invalid_argument naming the key.
  std::function<void(Suite&, const Values&)> set;
  std::function<Values(const Suite&)> get;  ///< the values with which set() makes the same suite
  bool may_be_empty = false;
};

/// All keys, in the order in which an experiment file is written.
const std::vector<SuiteKey>& suite_keys();

/// The words of the values, which blanks or commas separate.
SuiteKey::Values split_list(const SuiteKey::Values& values);

}  // namespace hashlab::experiments
