#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/run/cell.h"

#include <optional>

namespace hashlab::experiments {

/// A cell of a grid: scores every point on the validation parts, chooses the best (of equals the
/// first in the grid's order), and evaluates that on the test parts like any cell. Nothing of the
/// test parts has a share in the choice. No result if `progress` ends the work. The rows of
/// "hyperparameters" are those that the choice was made on. The other quantities name the rows that
/// fitted them once the settings were chosen.
/// Errors:  invalid_argument if nothing in the validation parts is relevant to anything; those of
///          learning, naming the point.
/// Cost:    of each point what its projection and its quantiser cost, if no other point or cell of
///          the learner has paid it, and a ranking of the validation parts.
std::optional<results::CellRecord> evaluate_tuned_cell(const CellInputs& inputs, const Cell& cell,
                                                       const GridProgress& progress);

}  // namespace hashlab::experiments
