#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "results/record/record.h"
#include "splits/split.h"

#include <functional>
#include <string>
#include <string_view>

namespace hashlab::experiments {

struct Cell;

/// Where a line stands in the recipe of a cell. Results are found by hashes of recipes, so the
/// order of these places must not change.
enum class RecipePlace {
  // The rows of every part:
  dataset,
  groundtruth,
  split,
  test_queries,
  validation_queries,
  validation_database,
  training,
  seed,
  run,
  folds,
  duplicates,
  balance,
  learn_classes,
  views,
  // The method, and how it is scored:
  scores,
  direction,
  method,
  bits,
  scores_of_codes,
  choice,
  select_by,
  auto_budget,
};

/// The last of the places that determine the rows of every part.
inline constexpr RecipePlace last_of_rows = RecipePlace::views;

/// What recipes say of a strategy, asked for once: given rows have to be read for it.
struct PlannedSplit {
  std::string recipe;
  splits::UsedSizes sizes;
  bool is_given = false, needs_lists = false;
};
/// Errors:  those of reading given rows.
PlannedSplit planned_split(const std::string& name, const DatasetFacts& dataset);

/// What the lines of a recipe are made of.
struct RecipeFacts {
  const Suite& suite;
  const DatasetFacts& dataset;
  const PlannedSplit& split;
  std::size_t run = 1;
  const Cell* cell = nullptr;  ///< null for the lines of the rows
  /// The lines of another program's codes.
  std::function<std::string(const ForeignFiles&)> of_files = {};
};

/// One or several lines of recipes.
struct RecipeLine {
  RecipePlace place;
  std::string name;                                     ///< before the '=' of the first one
  std::function<std::string(const RecipeFacts&)> text;  ///< "" if it does not concern the cell
};

/// "name = value" and a line feed.
std::string recipe_line(std::string_view name, std::string_view value);

/// A finished cell and its file, for messages.
struct RecordedCell {
  const results::CellRecord& record;
  const std::string& path;
};

/// True if the recipe of a cell has a line of that name.
bool has_recipe_line(const results::CellRecord& record, std::string_view name);
/// The value of `name` in a cell's recipe. Errors: corrupt_file.
std::string recipe_value(const results::CellRecord& record, const std::string& name,
                         const std::string& path);

}  // namespace hashlab::experiments
