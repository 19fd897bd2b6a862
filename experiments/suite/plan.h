#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "lib/types.h"
#include "results/record/record.h"
#include "results/record/rows.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// One unit of work and the identity of its result.
struct Cell {
  Method method;
  std::string split;
  results::CodeBits bits;  ///< or dimensions of an embedding; nothing for features as they are
  std::size_t run = 1;
  results::Direction direction = {};  ///< empty if the data set has one view
  std::string recipe = {};  ///< everything that changes the numbers, as "name = value" lines
  std::string key = {};     ///< SHA-256 of the recipe
  std::string file = {};    ///< name in the folder of cells: readable part, 12 digits of the key
};

/// Every cell of a suite, runs outermost, then splits, directions, methods, then bits. Without
/// recipe, key and file: nothing outside the suite is looked at.
std::vector<Cell> list_cells(const Suite& suite);

/// The same with everything.
/// Errors:  invalid_argument if a hasher cannot make that many bits from these data, or was given a
///          setting that has no effect, or the sizes leave nothing to rank, or a grid no validation
///          parts to choose by; those of reading the rows of a split that is given, and codes of
///          other programs.
std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset);

/// The lines of a cell's recipe that tell the rows of every part.
std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run);

/// Is a record the result of a cell? The key alone would not tell: of a finished run it comes from
/// the manifest's list, and the rest from its suite.
bool is_of(const results::CellRecord& record, const Cell& cell);

/// A cell and whether it has to run, with the reason.
struct Step {
  enum class State { done, missing, without_codes, failed, damaged };
  Cell cell;
  State state = State::missing;
  std::string reason;  ///< "done", "missing", "without codes", "failed before: ...", "damaged: ..."
};

/// Looks each cell up in `folder`, by all cores. A file counts as done only if it is whole and its
/// key fits, and, if codes are wanted, holds them.
std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes = false);

}  // namespace hashlab::experiments
