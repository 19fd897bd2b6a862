#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/run/cell.h"

#include <optional>

namespace hashlab::experiments {

/// A cell of "auto": chooses a hash function on the training and validation rows (see
/// experiments/choose), and evaluates it on the test parts like any other cell. The test parts do
/// not influence the choice: its inner splits divide the training and validation rows into parts of
/// the same sizes, with relevance by class or by the training radius. No result if `progress` ends
/// the work. The record keeps every score.
/// Errors:  those of choose_hasher and of training.
std::optional<results::CellRecord> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                                      const GridProgress& progress);

}  // namespace hashlab::experiments
