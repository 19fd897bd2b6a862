#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab {

/// Encodes with what is learned, ranks the test database for the test queries, and computes every
/// metric. Fills all of the record but its provenance. `hasher` is the cell's, or the one chosen
/// for it.
/// Errors:  those of learning.
CellRecord evaluate_cell(const CellInputs& inputs, const Hasher& hasher, const Cell& cell);

}  // namespace hashlab
