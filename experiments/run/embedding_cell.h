#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// A cell of an embedding: ranks by real values and computes every metric that has a meaning
/// without codes.
/// Errors:  those of learning its projection.
results::CellRecord evaluate_embedding(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab::experiments
