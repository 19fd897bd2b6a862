#pragma once

#include "experiments/run/cell_parts.h"

#include <functional>

namespace hashlab::experiments {

/// Codes of the training rows, as those of queries and of items.
struct TrainingCodes {
  Codes queries, items;
};

/// Everything that a cell records of its codes, wherever they come from: how they are used, the
/// metrics, hash tables, neighbours, shortlists. `training` is asked for only if the suite scores
/// by labels.
void add_code_scores(results::CellRecord& record, const CellInputs& inputs, const Codes& queries,
                     const Codes& database, const std::function<TrainingCodes()>& training);

/// The codes of the test parts themselves, for later.
void keep_codes(results::CellRecord& record, const CellInputs& inputs, Codes queries,
                Codes database);

}  // namespace hashlab::experiments
