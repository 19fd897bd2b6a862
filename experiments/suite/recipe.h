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

/// The recipe of a cell is its configuration as text (Cell::recipe). It begins with the line
/// "cell-format". These are the places of all other lines, in the order in which they follow.
/// Results are found by hashes of recipes, so the order must not change.
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

/// The last place of the lines that determine the rows of every part.
inline constexpr RecipePlace last_of_rows = RecipePlace::views;
/// The last place of all, which every new place at the end moves.
inline constexpr RecipePlace last_of_recipe = RecipePlace::auto_budget;

/// The properties of a splitting protocol that recipes use. They are computed once for all cells,
/// because some protocols read files with row numbers to compute them.
struct PlannedSplit {
  std::string name;                            ///< without the paths of lists, if it has any
  std::string recipe;                          ///< see splits::NamedSplit::recipe
  splits::UsedSizes sizes;                     ///< the part sizes that the protocol uses
  bool is_given = false, needs_lists = false;  ///< see splits::SplitInfo
};
/// The properties of the protocol `name` on a data set.
/// Errors:  those of splits::make_split and of reading files with the rows of a split.
PlannedSplit planned_split(const std::string& name, const DatasetFacts& dataset);

/// The input from which the lines of a recipe are made.
struct RecipeFacts {
  const Suite& suite;
  const DatasetFacts& dataset;
  const PlannedSplit& split;
  std::size_t run = 1;
  const Cell* cell = nullptr;  ///< may be null for the places up to `last_of_rows`
  /// Returns the lines that identify another program's codes, see foreign_recipe. Needed only if
  /// the method of `cell` has such codes.
  std::function<std::string(const ForeignFiles&)> of_files = {};
};

/// A line, or several adjacent lines, of the recipe of a cell.
struct RecipeLine {
  RecipePlace place;
  std::string name;                                     ///< text before the '=' of the first line
  std::function<std::string(const RecipeFacts&)> text;  ///< returns the lines, or "" if they do not
                                                        ///< apply to the cell
};

/// "name = value" and a line feed.
std::string recipe_line(std::string_view name, std::string_view value);

/// A finished cell, and the path of its file for messages.
struct RecordedCell {
  const results::CellRecord& record;
  const std::string& path;
};

/// True if the recipe of a cell has a line with this name.
bool has_recipe_line(const results::CellRecord& record, std::string_view name);
/// The value of `name` in a cell's recipe. `path` is the cell's file, for messages.
/// Errors:  corrupt_file if the recipe has no such line.
std::string recipe_value(const results::CellRecord& record, const std::string& name,
                         const std::string& path);

}  // namespace hashlab::experiments
