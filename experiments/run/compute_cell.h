#pragma once

#include "experiments/run/tuned_cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell of any kind. No result if `progress`, which cells with a grid or "auto" call,
/// ends the work.
/// Errors:  those of training, of evaluate_tuned_cell and of evaluate_auto_cell.
std::optional<results::CellRecord> evaluate(const CellInputs& inputs, const Cell& cell,
                                            const GridProgress& progress);

/// Computes one cell alone: all steps from drawing its split to the finished record.
results::CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel,
                                 bool keep_codes);

}  // namespace hashlab::experiments
