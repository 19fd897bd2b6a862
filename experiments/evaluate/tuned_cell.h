#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/evaluate/cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell with a grid: scores every point on the validation parts, chooses the best (in
/// case of ties the first in the grid's order), and evaluates it on the test parts. The test parts
/// do not influence the choice. No result if `progress` ends the work. In CellRecord::fitted, the
/// entry "hyperparameters" has the rows used for the choice; all other entries have the rows used
/// to train the chosen point.
/// Errors:  invalid_argument if a validation part is empty, or if no item of the validation
///          database is relevant to any validation query; numerical if a score is NaN or infinite,
///          and those of training, both naming the point.
/// Cost:    for each point, training its projection and its quantiser, unless the learner has
///          trained them for another point or cell, and a ranking of the validation parts.
std::optional<ComputedCell> evaluate_tuned_cell(const CellInputs& inputs, const Cell& cell,
                                                const GridProgress& progress);

}  // namespace hashlab::experiments
