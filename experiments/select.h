#pragma once

#include "experiments/evaluate.h"
#include "experiments/grid.h"
#include "experiments/learner.h"
#include "lib/hamming/kernel.h"
#include "results/record.h"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace hashlab {

/// The validation score of points of a grid, by the point's hasher.
using GridScores = std::map<std::string, double>;

/// A cell of a grid: scores every point on the validation parts, chooses the best (of equals the first
/// in the grid's order), and evaluates that on the test parts like any cell. Nothing of the test parts
/// has a share in the choice.
/// Points in `known` are not scored again. `after_point` gets all scores so far each time a point has
/// been scored; if it returns false there is no result.
/// The rows of "hyperparameters" are those that the choice was made on. The other quantities name the
/// rows that fitted them once the settings were chosen.
/// Errors:  invalid_argument if nothing in the validation parts is relevant to anything; those of
///          learning, naming the point.
/// Cost:    of each point what its projection and its quantiser cost, if no other point or cell of the
///          learner has paid it, and a ranking of the validation parts.
std::optional<CellRecord> evaluate_tuned_cell(
    const Study& study, const RunContext& context, Learner& learner, const Grid& grid,
    const Cell& cell, const Kernel& kernel, bool keep_codes, const GridScores& known,
    const std::function<bool(const GridScores&)>& after_point);

}  // namespace hashlab
