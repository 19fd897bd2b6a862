#pragma once

#include "experiments/evaluate/cell_parts.h"

namespace hashlab::experiments {

/// Evaluates the cell of a hash function or of an uncompressed baseline (embedding.h): ranks the
/// test database for the test queries by codes or real values, and computes every metric and score.
/// Fills the whole record except its provenance.
/// Errors:  those of Learner::test and Learner::quantiser.
ComputedCell evaluate_cell(const CellInputs& inputs, const Cell& cell);

/// Evaluates a cell whose method is a grid or auto, with `hasher`, the hash function that was
/// chosen for this cell. Fills the whole record except its provenance and the fields about the
/// choice.
/// Errors:  those of Learner::test and Learner::quantiser.
ComputedCell evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                           const Cell& cell);

}  // namespace hashlab::experiments
