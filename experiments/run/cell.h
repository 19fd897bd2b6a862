#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Encodes the test parts with the trained hash function, ranks the test database for the test
/// queries, and computes every metric. Fills the whole record except its provenance. `hasher` is
/// the cell's method, or the one chosen for it.
/// Errors:  those of training.
results::CellRecord evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                                  const Cell& cell);

}  // namespace hashlab::experiments
