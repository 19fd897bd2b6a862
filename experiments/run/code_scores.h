#pragma once

#include "experiments/run/cell_parts.h"

#include <functional>

namespace hashlab::experiments {

/// Codes of the training rows, both as queries and as items.
struct TrainingCodes {
  Codes queries, items;
};

/// Adds all values that a cell records about its codes, whatever their source: their usage, the
/// metrics, hash tables, neighbours, shortlists. `training` is called only if the experiment file
/// asks for label scores.
void add_code_scores(results::CellRecord& record, const CellInputs& inputs, const Codes& queries,
                     const Codes& database, const std::function<TrainingCodes()>& training);

/// Stores the codes of the test parts in the record.
void keep_codes(results::CellRecord& record, const CellInputs& inputs, Codes queries,
                Codes database);

}  // namespace hashlab::experiments
