#pragma once

#include "experiments/suite/recipe.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The lines of a recipe at the places `first` to `last`, both included, as text.
std::string recipe_of_keys(const RecipeFacts& facts, RecipePlace first, RecipePlace last);

/// The names of the recipe lines at the places `first` to `last`, both included.
std::vector<std::string> recipe_names(RecipePlace first, RecipePlace last);

/// The text of an experiment file with the settings of this finished cell. The file has runs 1 to
/// `cell.record.run` with one cell each, and the cell of the last run is this one.
/// Errors:  corrupt_file if the cell's recipe lacks a line, or if the cell is an embedding without
///          dimensions.
std::string keys_of_cell(const RecordedCell& cell);

}  // namespace hashlab::experiments
