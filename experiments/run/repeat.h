#pragma once

#include "experiments/suite/plan.h"
#include "experiments/suite/recipe.h"
#include "lib/types.h"
#include "results/record/record.h"

#include <string>

namespace hashlab::experiments {

// Functions that reconstruct a finished cell from the configuration in its file. `path` is the
// cell's file, for messages.

/// Describes the first line in which two texts differ, as "'line of now' where the file has 'line
/// of old'".
std::string first_difference(const std::string& now, const std::string& old);

/// An experiment file with this cell only; its data set is looked up by name.
Suite suite_of_cell(const results::CellRecord& record, const std::string& path);

/// The cell as this version of hashlab would compute it from the data set.
/// Errors:  invalid_argument if it was made from other data, or this version would compute a
///          different cell.
Cell planned_again(const results::CellRecord& record, const Suite& suite, const Dataset& dataset,
                   const std::string& path);

bool same_counts(const RankCounts& a, const RankCounts& b);

}  // namespace hashlab::experiments
