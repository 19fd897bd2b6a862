#pragma once

#include "experiments/run/learner.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/kernel.h"
#include "results/record/record.h"

namespace hashlab {

/// What the evaluation of a cell needs beside the cell. `learner` is of this study and context.
struct CellInputs {
  const Study& study;
  const RunContext& context;
  Learner& learner;
  const Kernel& kernel;
  bool keep_codes = false;  ///< in the record
};

/// The fields that identify a cell, filled; no numbers.
CellRecord empty_record(const Study& study, const Cell& cell);

/// Encodes with what is learned, ranks the test database for the test queries, and computes every
/// metric. Fills all of the record but its provenance. `hasher` is the cell's, or the one chosen
/// for it.
/// Errors:  those of learning.
CellRecord evaluate_cell(const CellInputs& inputs, const Hasher& hasher, const Cell& cell);

/// A cell of a reference ranking: ranks the samples themselves and computes every metric that has a
/// meaning without codes. Cosine is between samples centred as hashers see them.
CellRecord evaluate_reference(const CellInputs& inputs, const Cell& cell);

}  // namespace hashlab
