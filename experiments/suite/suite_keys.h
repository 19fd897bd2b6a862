#pragma once

#include "experiments/suite/recipe.h"
#include "experiments/suite/suite.h"

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

/// The lines of a recipe from the first to the last of these places.
std::string recipe_of_keys(const RecipeFacts& facts, RecipePlace first, RecipePlace last);

/// The names of the lines between these places.
std::vector<std::string> recipe_names(RecipePlace first, RecipePlace last);

/// The text of an experiment file that has this finished cell only.
/// Errors:  corrupt_file if the recipe lacks a line.
std::string keys_of_cell(const RecordedCell& cell);

/// All keys, in the order in which an experiment file is written.
const std::vector<SuiteKey>& suite_keys();

/// The words of the values, which blanks or commas separate.
SuiteKey::Values split_list(const SuiteKey::Values& values);

}  // namespace hashlab::experiments
