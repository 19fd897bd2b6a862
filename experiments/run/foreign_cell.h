#pragma once

#include "experiments/run/cell_parts.h"

namespace hashlab::experiments {

/// Scores codes of another program like those of a hashing method. Fills the whole record except
/// its provenance; the fitted quantity is "codes", with the rows on which they were trained.
/// Errors:  those of read_foreign_codes and learned_from.
results::CellRecord evaluate_foreign_codes(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab::experiments
