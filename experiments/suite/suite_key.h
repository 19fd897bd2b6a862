#pragma once

#include "experiments/suite/recipe.h"
#include "experiments/suite/suite.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// One key of experiment files. The key's name, its meaning, the form of its values and its lines
/// in recipes (see recipe.h) are defined here and nowhere else.
struct SuiteKey {
  using Values = std::vector<std::string>;

  std::string name;
  std::string help;  ///< printed by --help; may have several lines
  bool list;         ///< may be given several times
  /// Checks the key's values, of which there is at least one, and stores them in the suite.
  /// Errors:  invalid_argument naming the key.
  std::function<void(Suite&, const Values&)> set;
  std::function<Values(const Suite&)> get;  ///< the values with which set() gives the same settings
  bool may_be_empty = false;
  /// The key's lines in the recipes of cells; none if it does not affect results.
  std::vector<RecipeLine> recipe = {};
  /// Returns the values of this key in an experiment file that has only one finished cell (see
  /// keys_of_cell); none if that file does not need the key. If the function is empty, the value is
  /// taken from the cell's recipe line with the name of the first of `recipe`, if there is one.
  std::function<Values(const RecordedCell&)> of_cell = {};

  /// This key with one more recipe line.
  SuiteKey recorded(RecipePlace place, std::string line_name,
                    std::function<std::string(const RecipeFacts&)> text) &&;
  /// This key with `values` as its function `of_cell`.
  SuiteKey found_by(std::function<Values(const RecordedCell&)> values) &&;
};

/// A key whose value is stored unchanged in a text field of the suite.
/// Errors of its set():  invalid_argument if an experiment file cannot hold the text.
SuiteKey text_key(const std::string& name, std::string help, std::string Suite::*field,
                  bool may_be_empty = false);

/// The words in all of the values; words are separated by blanks or commas.
SuiteKey::Values split_list(const SuiteKey::Values& values);

/// Parses `text`, a value of the key `key`, as a whole number.
/// Errors:  invalid_argument naming the key, if it is not a whole number in min .. max.
std::uint64_t parse_count(const std::string& key, const std::string& text, std::uint64_t min,
                          std::uint64_t max);

/// Checks that all values of a key differ.
/// Errors:  invalid_argument naming the key, if two values are equal.
void refuse_repeats(const std::string& key, SuiteKey::Values values);

/// True if the text can be a value in an experiment file. False if a part of it would be lost: in
/// these files '#' starts a comment, a line break ends the value, and values are trimmed.
bool fits_in_a_line(const std::string& text);

}  // namespace hashlab::experiments
