#pragma once

#include "experiments/evaluate/tuned_cell.h"

#include <optional>

namespace hashlab::experiments {

/// Evaluates a cell with any kind of method. `progress` is used only if the method is a grid or
/// auto. The result is empty if `progress` ends the work.
/// Errors:  those of training, of evaluate_foreign_codes, of evaluate_auto_cell and of
///          evaluate_tuned_cell.
std::optional<ComputedCell> evaluate(const CellInputs& inputs, const Cell& cell,
                                     const GridProgress& progress);

/// Computes the record of one cell alone: draws its split, trains the method and evaluates it.
/// Fills the whole record except its provenance.
/// Errors:  those of make_run_context and evaluate.
results::CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel);

}  // namespace hashlab::experiments
