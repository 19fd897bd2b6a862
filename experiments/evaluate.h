#pragma once

#include "experiments/learner.h"
#include "experiments/plan.h"
#include "experiments/study.h"
#include "hashers/registry.h"
#include "lib/fitted.h"
#include "lib/hamming/kernel.h"
#include "results/record.h"

#include <map>
#include <string>

namespace hashlab {

/// What all cells of one split and run share: computed once, read by many.
struct RunContext {
  Split split;
  Fitted<arma::fvec> mean;              ///< of the learnable rows, d
  Fitted<double> learner_radius;        ///< who neighbours whom in `training`; 0 by class
  TrainingSet training;                 ///< centred with that mean
  Relevance relevance;                  ///< test queries against the test database
  Relevance validation;                 ///< the same of the validation parts; if grids need it
  std::map<std::string, double> facts;  ///< ball radii, skew, sizes: recorded in every cell
  double seconds = 0;
};

/// Draws the split, centres the training set and finds out who is relevant to whom.
/// Relevance within the validation parts is by the learner's radius, or by class: whatever is chosen
/// by it owes nothing to the test parts.
/// Errors:  invalid_argument if the ground truth is by class and the data set has no labels.
RunContext make_run_context(const Study& study, const std::string& split, std::size_t run);

/// Encodes with what is learned, ranks, and computes every metric. Fills all of the record but its
/// provenance. Codes are kept in it if `keep_codes`. `hasher` is the cell's, or the one chosen for it.
CellRecord evaluate_cell(const Study& study, const RunContext& context, Learner& learner,
                         const Hasher& hasher, const Cell& cell, const Kernel& kernel,
                         bool keep_codes);

/// A cell of a reference ranking: ranks the samples themselves and computes every metric that has a
/// meaning without codes. Cosine is between samples centred as hashers see them.
CellRecord evaluate_reference(const Study& study, const RunContext& context, const Cell& cell);

/// All steps for one cell on its own, the choice among the points of its grid included.
CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel,
                        bool keep_codes);

/// The fields that identify a cell, filled; no numbers.
CellRecord empty_record(const Study& study, const Cell& cell);

}  // namespace hashlab
