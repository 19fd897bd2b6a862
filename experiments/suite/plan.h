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

/// The experiment file with sizes of the parts of splits that fit the data set: if its sizes leave
/// no rows to rank, those that the file does not set are lowered as by splits::fitting_sizes().
/// Sizes that it sets are kept, and plan_cells() rejects them if they do not fit.
Suite fitted_to(Suite suite, const DatasetFacts& dataset);

/// Every cell of an experiment file: runs outermost, then splits, directions, methods, then bits.
/// Recipe, key and file are empty, because they also depend on the data set.
std::vector<Cell> list_cells(const Suite& suite);

/// The cells of list_cells() with recipe, key and file.
/// Errors:  invalid_argument if a method cannot produce so many bits from these data or has a
///          setting without effect, if no rows remain to be ranked, or if a grid has no validation
///          parts to choose by; those of reading given rows of a split, and codes of other
///          programs.
std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset);

/// The lines of a cell's configuration that determine the rows of every part.
std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run);

/// True if a record is the result of a cell. The key alone is not sufficient: the cells of a
/// manifest have the keys of its list and the other fields of its experiment file, so all of these
/// are compared.
bool is_of(const results::CellRecord& record, const Cell& cell);

/// A cell and whether it has to run, with the reason.
struct Step {
  enum class State { done, missing, without_codes, failed, damaged };
  Cell cell;
  State state = State::missing;
  std::string reason;  ///< "done", "missing", "without codes", "failed before: ...", "damaged: ..."
};

/// Looks each cell up in `folder`, on all cores. A file counts as done only if it is whole and its
/// key matches and, if codes are wanted, it holds them.
std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes = false);

}  // namespace hashlab::experiments
