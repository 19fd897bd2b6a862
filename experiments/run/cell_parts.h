#pragma once

#include "experiments/run/encoded_parts.h"
#include "experiments/run/learner.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/kernel.h"
#include "results/record/record.h"

namespace hashlab::experiments {

// What evaluations of cells of every kind have in common.

/// What the evaluation of a cell needs beside the cell. `learner` is of this study and context.
struct CellInputs {
  const Study& study;
  const RunContext& context;
  Learner& learner;
  const Kernel& kernel;
  bool keep_codes = false;               ///< in the record
  std::size_t most_values = any_values;  ///< see encode_test_parts
};

/// The fields that identify a cell, filled; no numbers.
results::CellRecord empty_record(const Study& study, const Cell& cell);

/// The same with what the cells of its split and run share.
results::CellRecord begun_record(const CellInputs& inputs, const Cell& cell);

/// What the record tells of a projection, whether codes are made of it or not.
/// `seconds` is what projecting the test parts took.
void add_projection(results::CellRecord& record, const CellInputs& inputs,
                    const LearnedProjection& learned, double seconds);

/// Computes curves and every metric of the record's counts, those that the suite names with
/// parameters of their own too; of a ranking without codes those that need none.
void score(results::CellRecord& record, const Study& study);

}  // namespace hashlab::experiments
