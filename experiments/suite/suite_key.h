#pragma once

#include "experiments/suite/recipe.h"
#include "experiments/suite/suite.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// One key of an experiment file: the only place that defines its name, its meaning, its form and
/// its lines in recipes (see recipe.h).
struct SuiteKey {
  using Values = std::vector<std::string>;

  std::string name;
  std::string help;  ///< printed by --help; may have several lines
  bool list;         ///< may be given several times
  /// Checks the values, of which there is at least one, and replaces the suite's values by them.
  /// Errors:  invalid_argument naming the key.
  std::function<void(Suite&, const Values&)> set;
  std::function<Values(const Suite&)> get;  ///< the values with which set() gives the same settings
  bool may_be_empty = false;
  /// Its lines in the recipes of cells; none if it changes no number.
  std::vector<RecipeLine> recipe = {};
  /// Returns the values that this key has in an experiment file for one finished cell (see
  /// keys_of_cell); none if the key is not needed there. If the function is empty, the value is
  /// that of the first line of `recipe`, if the cell has that line.
  std::function<Values(const RecordedCell&)> of_cell = {};

  /// This key with one more recipe line, or with `of_cell` set.
  SuiteKey recorded(RecipePlace place, std::string line_name,
                    std::function<std::string(const RecipeFacts&)> text) &&;
  SuiteKey found_by(std::function<Values(const RecordedCell&)> values) &&;
};

/// A key whose value is a text of the suite, kept as it is written.
/// Errors of its set():  invalid_argument if a suite file cannot hold the text.
SuiteKey text_key(const std::string& name, std::string help, std::string Suite::*field,
                  bool may_be_empty = false);

/// The words of the values, which blanks or commas separate.
SuiteKey::Values split_list(const SuiteKey::Values& values);

/// The whole number that `text`, a value of `key`, stands for.
/// Errors:  invalid_argument naming the key, if it is not in min .. max.
std::uint64_t parse_count(const std::string& key, const std::string& text, std::uint64_t min,
                          std::uint64_t max);

/// Errors:  invalid_argument naming the key, if two values are equal.
void refuse_repeats(const std::string& key, SuiteKey::Values values);

/// False if a suite file would lose a part of the text: '#' starts a comment there, and values are
/// trimmed.
bool fits_in_a_line(const std::string& text);

}  // namespace hashlab::experiments
