#pragma once

#include "experiments/run/true_neighbours.h"
#include "experiments/suite/study.h"
#include "hashers/hasher.h"
#include "lib/fitted.h"
#include "lib/relevance/relevance.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What all cells of one split and run share: computed once, read by many.
struct RunContext {
  std::size_t run = 1;
  splits::Split split;
  std::string split_checksum;     ///< of `split`: recorded in every cell
  Fitted<arma::fvec> mean;        ///< of the learnable rows, d
  Fitted<double> learner_radius;  ///< who neighbours whom in `training`; 0 by class
  hashers::TrainingSet training;  ///< centred with that mean; all views (see Dataset::views)
  std::string training_content;   ///< of `training`, as part of keys; if there is a Reuse
  Relevance relevance;            ///< test queries against the test database
  std::vector<TrueNeighbours> neighbours;  ///< whose recall the suite asks for
  Relevance validation;                    ///< the same of the validation parts; if grids need it
  std::map<std::string, double> facts;     ///< ball radii, skew, sizes: recorded in every cell
  double seconds = 0;
};

/// Draws the split, centres the training set and finds out who is relevant to whom.
/// Relevance within the validation parts is by the learner's radius, or by class, if that is the
/// ground truth or lists are: whatever is chosen by it owes nothing to the test parts.
/// What is learned from the context finds parts of it again in `reuse`, which may be null, or must
/// outlive the context.
/// Errors:  invalid_argument if the ground truth is by class and the data set has no labels, or by
///          lists and it has none, or not of every query; those of draw_split.
RunContext make_run_context(const Study& study, const std::string& split, std::size_t run,
                            Reuse* reuse = nullptr);

}  // namespace hashlab::experiments
