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
/// splits::fitting_sizes() lowers the sizes that the file does not set. Sizes that it sets are
/// kept, and plan_cells() rejects them if they do not fit.
Suite fitted_to(Suite suite, const DatasetFacts& dataset);

/// Every cell of an experiment file: runs outermost, then splits, directions, methods, then bits.
/// Recipe, key and file are empty, because they also depend on the data set.
std::vector<Cell> list_cells(const Suite& suite);

/// The cells of list_cells() with recipe, key and file.
/// Errors:  invalid_argument if a method cannot produce the requested number of bits from these
///          data or has a setting without effect, if no rows remain to be ranked, or if there is a
///          grid but no validation part; those of reading files with the rows of a split, and those
///          of foreign_recipe.
std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset);

/// The lines of a cell's configuration that determine the rows of every part of its split.
std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run);

/// True if a record is the result of a cell. Not only their keys are compared, but also method,
/// code length, split, run and direction, because the cells of a manifest have their keys from its
/// list and these fields from its experiment file.
bool is_of(const results::CellRecord& record, const Cell& cell);

/// A cell and whether it has to run, with the reason.
struct Step {
  enum class State { done, missing, without_codes, failed, damaged };
  Cell cell;
  State state = State::missing;
  std::string reason;  ///< "done", "missing", "without codes", "failed before: ...", "damaged: ..."
};

/// Looks up the file of each cell in `folder`, with several threads. A cell counts as done only if
/// its file is undamaged, is the result of this cell and, with `want_codes`, has the codes of a
/// method that has codes.
std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes = false);

}  // namespace hashlab::experiments
