#pragma once

#include "experiments/run/encoded_parts.h"
#include "experiments/run/learner.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/kernel.h"
#include "results/record/record.h"

namespace hashlab::experiments {

// The common part of evaluating cells of every kind.

/// The input for evaluating a cell, in addition to the cell. `learner` is for this study and
/// context.
struct CellInputs {
  const Study& study;
  const RunContext& context;
  Learner& learner;
  const Kernel& kernel;
  bool keep_codes = false;               ///< store codes in the record
  std::size_t most_values = any_values;  ///< see encode_test_parts
};

/// A record with the fields that identify a cell, without numbers.
results::CellRecord empty_record(const Study& study, const Cell& cell);

/// The same with the values that all cells of its split and run share.
results::CellRecord begun_record(const CellInputs& inputs, const Cell& cell);

/// Adds the values about a projection, whether or not codes are made of it. `seconds` is the time
/// to project the test parts.
void add_projection(results::CellRecord& record, const CellInputs& inputs,
                    const LearnedProjection& learned, double seconds);

/// Computes curves and every metric from the record's counts, including those for which the
/// experiment file gives parameters; for a ranking without codes only the metrics that do not need
/// codes.
void score(results::CellRecord& record, const Study& study);

}  // namespace hashlab::experiments
