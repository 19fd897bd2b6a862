#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/evaluate/cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell of "auto": chooses a hash function on the training and validation rows (see
/// experiments/choose), and evaluates it on the test parts. The test parts do not influence the
/// choice. The inner splits of the choice divide the training and validation rows anew, into parts
/// of the sizes of the split's training and validation parts. Within the inner splits, the training
/// radius defines relevance if the ground truth is the epsilon-neighbourhood; otherwise the classes
/// define it. The record contains every score of the choice. Returns nothing if `progress` ends the
/// choice.
/// Errors:  those of check_validation_rows, choose_hasher and evaluate_cell.
std::optional<ComputedCell> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                               const GridProgress& progress);

}  // namespace hashlab::experiments
