#pragma once

#include "experiments/learn/encoded_parts.h"
#include "experiments/learn/learner.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/kernel.h"
#include "lib/label_scores/ranker.h"
#include "results/record/record.h"
#include "results/scores/cell_score.h"

#include <functional>
#include <memory>
#include <optional>

namespace hashlab::experiments {

// Functions that the evaluation of every kind of cell uses.

/// The input for evaluating a cell, besides the cell itself. `learner` must have been created with
/// this study and context.
struct CellInputs {
  const Study& study;
  const RunContext& context;
  Learner& learner;
  const Kernel& kernel;
  bool keep_codes = false;              ///< keep the codes of the test parts, see ComputedCell
  std::size_t max_values = any_values;  ///< see encode_test_parts
};

/// A cell as it is computed: its record, and the codes of the test parts, which write_cell() stores
/// beside it.
struct ComputedCell : results::CellRecord {
  std::optional<results::CellCodes> codes;  ///< none unless CellInputs::keep_codes is set and the
                                            ///< method has codes
};

/// Codes of the training rows, both as queries and as items.
struct TrainingCodes {
  Codes queries, items;
};

/// A cell that has only the fields that identify it.
ComputedCell empty_record(const Study& study, const Cell& cell);

/// A cell that has the fields that identify it, and the values that all cells of its split and run
/// share: the checksum of the split, the facts of RunContext, the time to compute that context, and
/// the rows of which the mean was computed.
ComputedCell begun_record(const CellInputs& inputs, const Cell& cell);

/// Adds to the record the times of training and projection, the number of hash dimensions, and the
/// rows from which the projection and the training radius were computed. Used for codes and for
/// uncompressed baselines that rank by projected values. `seconds` is the time to project the test
/// parts.
void add_projection(results::CellRecord& record, const CellInputs& inputs,
                    const LearnedProjection& learned, double seconds);

/// A ranking of the test database for the test queries, by codes or by real values.
struct CellRanking {
  std::unique_ptr<Ranker> tested;
  std::function<std::unique_ptr<Ranker>()> trained;  ///< ranks training rows for training rows
  const Codes* queries = nullptr;                    ///< null if the ranking is by real values
  const Codes* database = nullptr;
  std::function<results::EmbeddedParts()> values = {};  ///< the values of both parts; empty if the
                                                        ///< ranking is by codes
  /// The estimates of the items in an order of their positions; empty if the ranking is by codes,
  /// or by real values of both sides.
  std::function<Estimates(const Rows& order)> estimates = {};
};

/// Ranks the test database for the test queries, and adds to the record counts, curves, metrics,
/// times, and those of the experiment file's scores that apply to such a ranking. A ranking by real
/// values gets no metrics of code distances.
void rank_and_score(results::CellRecord& record, const CellInputs& inputs,
                    const CellRanking& ranking);

/// Ranks by the codes of the test queries and the test database, from any source, and adds to the
/// cell what rank_and_score() adds, the code length, and how the codes use their bits (see
/// CodeUse). Keeps the codes if CellInputs::keep_codes is set. `training` returns the codes of the
/// training rows as queries and as items; it is called only if a score needs them.
void rank_and_score_codes(ComputedCell& record, const CellInputs& inputs, Codes queries,
                          Codes database, const std::function<TrainingCodes()>& training);

}  // namespace hashlab::experiments
