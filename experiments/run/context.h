#pragma once

#include "experiments/suite/study.h"
#include "hashers/hasher.h"
#include "lib/fitted.h"
#include "lib/relevance/relevance.h"
#include "results/scores/cell_score.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The data that all cells of one split and run share. They are computed once, and then only read.
struct RunContext {
  std::size_t run = 1;
  splits::Split split;
  std::string split_checksum;     ///< of `split`: recorded in every cell
  Fitted<arma::fvec> mean;        ///< mean of the rows available for training, d values
  Fitted<double> learner_radius;  ///< radius of neighbours in `training`; 0 unless the ground truth
                                  ///< is an epsilon-neighbourhood
  hashers::TrainingSet training;  ///< centred with `mean`; all views (see Dataset::views)
  std::string training_content;   ///< identifies the content of `training` in keys of the cache;
                                  ///< empty if there is no cache
  Relevance relevance;            ///< test queries against the test database
  Labels learned_labels;          ///< labels of the data set on which methods are trained; empty if
                                  ///< no scores are to be computed
  std::vector<results::AddScores> scores;  ///< one function for each family of scores in the
                                           ///< experiment file, in its order
  Relevance validation;                    ///< validation queries against the validation database,
                                           ///< if grids need it
  std::map<std::string, double> facts;     ///< radii, sizes, counts: recorded in every cell
  double seconds = 0;                      ///< time to compute this context
};

/// Draws the split, centres the training set and computes the ground truth. Relevance within the
/// validation parts is by the training radius, or by class if the ground truth is label-based or
/// given as lists. Choices by validation therefore do not depend on the test parts. Projections and
/// quantisers that are trained with this context are cached in `reuse`. It may be null; otherwise
/// it must outlive the context.
/// Errors:  invalid_argument if label-based ground truth finds no labels in the data set, or ground
///          truth given as lists finds no lists or none for a query; those of draw_split.
RunContext make_run_context(const Study& study, const std::string& split, std::size_t run,
                            Reuse* reuse = nullptr);

/// The data of one split and run from which scores are computed. It holds references to the study
/// and the context, which must outlive it.
results::ScoredRun scored_run(const Study& study, const RunContext& context);

}  // namespace hashlab::experiments
