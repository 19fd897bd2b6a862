#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/run/cell.h"

#include <optional>

namespace hashlab::experiments {

/// A cell with a grid: scores every point on the validation parts, chooses the best (in case of
/// ties the first in the grid's order), and evaluates it on the test parts like any other cell. The
/// test parts do not influence the choice. No result if `progress` ends the work. The fitted rows
/// of "hyperparameters" are those on which the choice was made; those of other quantities are the
/// rows on which they were fitted once the settings were chosen.
/// Errors:  invalid_argument if in the validation parts no item is relevant to any query; those of
///          training, naming the point.
/// Cost:    for each point the cost of its projection and its quantiser, unless another point or
///          cell of the learner has trained them, and a ranking of the validation parts.
std::optional<results::CellRecord> evaluate_tuned_cell(const CellInputs& inputs, const Cell& cell,
                                                       const GridProgress& progress);

}  // namespace hashlab::experiments
