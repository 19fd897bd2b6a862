#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/run/cell.h"

#include <optional>

namespace hashlab::experiments {

/// A cell of "auto": chooses a hash function on the rows of training and validation (see
/// experiments/choose), and evaluates that on the test parts like any cell. Nothing of the test
/// parts has a share in the choice: its inner splits divide the rows of training and validation
/// into parts of the same sizes, and who is relevant there is said by class or by the learner's
/// radius. No result if `progress` ends the work. The record keeps every score.
/// Errors:  those of choose_hasher and of learning.
std::optional<results::CellRecord> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                                      const GridProgress& progress);

}  // namespace hashlab::experiments
