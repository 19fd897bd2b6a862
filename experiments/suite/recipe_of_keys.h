#pragma once

#include "experiments/suite/recipe.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The lines of a recipe at the places `first` to `last`, both included, as text.
std::string recipe_of_keys(const RecipeFacts& facts, RecipePlace first, RecipePlace last);

/// The names of the recipe lines at the places `first` to `last`, both included.
std::vector<std::string> recipe_names(RecipePlace first, RecipePlace last);

/// The text of an experiment file whose only cell in run `cell.record.run` is this finished cell.
/// Errors:  corrupt_file if the cell's recipe lacks a line.
std::string keys_of_cell(const RecordedCell& cell);

}  // namespace hashlab::experiments
