#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Scores codes of another program as those of a hasher. Fills all of the record but its
/// provenance; fitted are the codes, to the rows that they were learned from.
/// Errors:  those of read_foreign_codes and learned_from.
results::CellRecord evaluate_foreign_codes(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab::experiments
