#pragma once

#include "experiments/run/tuned_cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell of any kind. `progress` is used only for cells with a grid or of "auto"; if it
/// ends the work, there is no result.
/// Errors:  those of training, of evaluate_tuned_cell and of evaluate_auto_cell.
std::optional<results::CellRecord> evaluate(const CellInputs& inputs, const Cell& cell,
                                            const GridProgress& progress);

/// Computes one cell alone, in all steps from drawing its split to the finished record. With
/// `keep_codes`, the record has the codes of the test parts.
results::CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel,
                                 bool keep_codes);

}  // namespace hashlab::experiments
