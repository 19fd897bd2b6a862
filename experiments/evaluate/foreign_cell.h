#pragma once

#include "experiments/evaluate/cell_parts.h"

namespace hashlab::experiments {

/// Evaluates a cell whose codes come from another program, with the same rankings and scores as for
/// a hashing method. Fills the whole record except its provenance. CellRecord::fitted has a single
/// entry, "codes": the rows on which the other program was trained.
/// Errors:  those of read_foreign_codes and learned_from.
ComputedCell evaluate_foreign_codes(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab::experiments
