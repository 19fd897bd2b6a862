#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/run/cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell of "auto": chooses a hash function on the training and validation rows (see
/// experiments/choose), and evaluates it on the test parts. The test parts do not influence the
/// choice. Its inner splits divide the training and validation rows anew, into parts of the sizes
/// of the split's training and validation parts. Relevance within them is by class or by the
/// training radius. The record has every score of the choice. No result if `progress` ends the
/// choice.
/// Errors:  those of choose_hasher and of training.
std::optional<results::CellRecord> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                                      const GridProgress& progress);

}  // namespace hashlab::experiments
