#pragma once

#include "experiments/suite/cell.h"
#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "lib/types.h"
#include "results/record/record.h"
#include "results/record/rows.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The experiment file with part sizes that fit the data set: if its sizes leave no rows to rank,
/// splits::fitting_sizes() lowers the sizes that the file does not set. Sizes that the file sets
/// are kept, and plan_cells() rejects them if they do not fit. If no protocol draws test queries at
/// random, `suite` is returned unchanged.
Suite fitted_to(Suite suite, const DatasetFacts& dataset);

/// Every cell of an experiment file: runs outermost, then splits, directions, methods, then bits.
/// Recipe, key and file are empty, because they also depend on the data set.
std::vector<Cell> list_cells(const Suite& suite);

/// The cells of list_cells() with recipe, key and file.
/// Errors:  those of planned_split; those of splits::check_split_sizes if a protocol draws test
///          queries at random; those of check_method, for example if a method cannot be trained for
///          the requested number of bits on these data; those of foreign_recipe.
std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset);

/// The lines of a cell's configuration that determine the rows of every part of its split.
/// Errors:  those of planned_split.
std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run);

/// True if a record is the result of a cell. The function compares the keys, and also method, code
/// length, run, direction and split. A cell that was read from a manifest may have a key that does
/// not fit these fields, because the key comes from the manifest's list of cells and the fields
/// come from its experiment file. Splits whose rows are given in files may differ in the paths of
/// the files.
bool is_of(const results::CellRecord& record, const Cell& cell);

/// A cell and whether it has to run, with the reason.
struct Step {
  enum class State { done, missing, without_codes, failed, damaged };
  Cell cell;
  State state = State::missing;
  std::string reason;  ///< "done", "missing", "without codes", "failed before: ...", "damaged: ..."
};

/// Looks up the file of each cell in `folder`, with several threads. A cell counts as done only if
/// its file is undamaged and has the result of this cell. With `want_codes`, the file must also
/// have the codes, unless the method has none.
std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes = false);

}  // namespace hashlab::experiments
