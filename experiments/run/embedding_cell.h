#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Evaluates the cell of an embedding: ranks by real values and computes every metric that is
/// defined without codes.
/// Errors:  those of training its projection.
results::CellRecord evaluate_embedding(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab::experiments
