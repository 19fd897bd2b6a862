#pragma once

#include "experiments/run/encoded_parts.h"
#include "experiments/run/learner.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/kernel.h"
#include "lib/label_scores/ranker.h"
#include "results/record/record.h"
#include "results/scores/cell_score.h"

#include <functional>
#include <memory>

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

/// Codes of the training rows, both as queries and as items.
struct TrainingCodes {
  Codes queries, items;
};

/// A record with the fields that identify a cell, without numbers.
results::CellRecord empty_record(const Study& study, const Cell& cell);

/// The same with the values that all cells of its split and run share.
results::CellRecord begun_record(const CellInputs& inputs, const Cell& cell);

/// Adds to the record the training and projection time, the number of hash dimensions, and the
/// samples to which the projection and the radius for training were fitted. Used for codes and for
/// uncompressed baselines. `seconds` is the time to project the test parts.
void add_projection(results::CellRecord& record, const CellInputs& inputs,
                    const LearnedProjection& learned, double seconds);

/// A ranking of the test database for the test queries, by codes or by real values.
struct CellRanking {
  std::unique_ptr<Ranker> tested;
  std::function<std::unique_ptr<Ranker>()> trained;  ///< ranks the training rows for each other
  const Codes* queries = nullptr;                    ///< null if the ranking is by real values
  const Codes* database = nullptr;
  std::function<results::EmbeddedParts()> values = {};  ///< the values that are compared; empty if
                                                        ///< the ranking is by codes
};

/// Ranks the test parts, and adds counts, curves, metrics and the experiment file's scores to the
/// record. Without codes, metrics by code distance are left out.
void rank_and_score(results::CellRecord& record, const CellInputs& inputs,
                    const CellRanking& ranking);

/// The same for codes from any source. It also adds the code length and how the codes use their
/// bits (see CodeUse), and stores the codes if CellInputs::keep_codes is set. `training`: the codes
/// of the training rows as queries and as items.
void rank_and_score_codes(results::CellRecord& record, const CellInputs& inputs, Codes queries,
                          Codes database, const std::function<TrainingCodes()>& training);

}  // namespace hashlab::experiments
