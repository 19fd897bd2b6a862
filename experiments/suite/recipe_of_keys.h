#pragma once

#include "experiments/suite/recipe.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The lines of a recipe from the first to the last of these places.
std::string recipe_of_keys(const RecipeFacts& facts, RecipePlace first, RecipePlace last);

/// The names of the lines between these places.
std::vector<std::string> recipe_names(RecipePlace first, RecipePlace last);

/// The text of an experiment file that has this finished cell only.
/// Errors:  corrupt_file if the recipe lacks a line.
std::string keys_of_cell(const RecordedCell& cell);

}  // namespace hashlab::experiments
