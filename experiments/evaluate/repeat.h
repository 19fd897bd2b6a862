#pragma once

#include "experiments/suite/plan.h"
#include "experiments/suite/recipe.h"
#include "lib/types.h"
#include "results/record/record.h"

#include <string>

namespace hashlab::experiments {

// Functions that reconstruct a finished cell from the configuration in its file. `path` is the
// cell's file, for messages.

/// Describes the first line in which two texts differ, as "'X' where the file has 'Y'", with the
/// line X of `now` and the line Y of `old`.
std::string first_difference(const std::string& now, const std::string& old);

/// An experiment file for repeating this cell, with the settings in its record. It identifies the
/// data set by name.
/// Errors:  invalid_argument if the codes came from another program; those of keys_of_cell and
///          parse_suite.
Suite suite_of_cell(const results::CellRecord& record, const std::string& path);

/// The cell that this version of hashlab would compute from `dataset` in order to repeat the
/// finished cell `record`; both have the same configuration. `suite` is the result of
/// suite_of_cell() for `record`.
/// Errors:  invalid_argument if the finished cell was computed from other data, or if this version
///          would compute a cell with another configuration; those of plan_cells.
Cell planned_again(const results::CellRecord& record, const Suite& suite, const Dataset& dataset,
                   const std::string& path);

}  // namespace hashlab::experiments
