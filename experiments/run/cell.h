#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Encodes with what is learned, ranks the test database for the test queries, and computes every
/// metric. Fills all of the record but its provenance. `hasher` is the cell's, or the one chosen
/// for it.
/// Errors:  those of learning.
results::CellRecord evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                                  const Cell& cell);

}  // namespace hashlab::experiments
