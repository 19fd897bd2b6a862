#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Evaluates the cell of a hash function or of an uncompressed baseline (embedding.h): ranks the
/// test database for the test queries by codes or real values, and computes every metric and score.
/// Fills the whole record except its provenance.
/// Errors:  those of training.
results::CellRecord evaluate_cell(const CellInputs& inputs, const Cell& cell);

/// The same with the hash function that was chosen for a cell with a grid or of "auto".
results::CellRecord evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                                  const Cell& cell);

}  // namespace hashlab::experiments
