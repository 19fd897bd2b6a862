#pragma once

#include "experiments/suite/study.h"
#include "hashers/hasher.h"
#include "lib/fitted.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/relevance.h"
#include "results/scores/cell_score.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The data that all cells of one split and run share. They are computed once, and then only read.
struct RunContext {
  std::size_t run = 1;
  splits::Split split;
  std::string split_checksum;  ///< checksum of `split`, which every cell records
  Fitted<arma::fvec> mean;     ///< mean of the rows available for training, d values
  /// The ball that defines neighbours among training samples: two samples are neighbours if their
  /// distance is at most its radius. With any other ground truth than an epsilon-neighbourhood,
  /// there is no ball, and `rows` is empty.
  Fitted<std::optional<Ball>> learner_ball;
  hashers::TrainingSet training;  ///< centred with `mean`; all views (see Dataset::views)
  std::string training_content;   ///< identifies the content of `training` in keys of the cache;
                                  ///< empty if there is no cache
  Relevance relevance;            ///< test queries against the test database
  Labels learned_labels;          ///< the labels that training uses (see coarse_labels), of all
                                  ///< rows of the data set; empty if Suite::scores is empty
  std::vector<results::AddScores> scores;  ///< one function for each family of scores, in the order
                                           ///< of Suite::scores
  Relevance validation;                    ///< validation queries against the validation database;
                                           ///< empty unless a method is a grid or auto
  std::map<std::string, double> facts;     ///< numbers that every cell records, such as radii and
                                           ///< sizes of parts
  double seconds = 0;                      ///< time to compute this context
};

/// Draws the split, centres the training set and computes the ground truth. Relevance within the
/// validation parts is by the training ball; by as large a share of nearest neighbours as the
/// ground truth asks for; or by class if the ground truth is label-based or given as lists. Choices
/// by validation therefore do not depend on the test parts. Projections and quantisers that are
/// trained with this context are cached in `reuse`, which may be null. The cache must outlive the
/// context.
/// Errors:  invalid_argument if the ground truth is label-based and the data set has no labels, or
///          if the ground truth is given as lists and the data set lacks them; those of draw_split,
///          coarse_labels, ball_radius and list_relevance.
RunContext make_run_context(const Study& study, const std::string& split, std::size_t run,
                            Reuse* reuse = nullptr);

/// The data of one split and run from which scores are computed. It holds references to the study
/// and the context, which must outlive it.
results::ScoredRun scored_run(const Study& study, const RunContext& context);

}  // namespace hashlab::experiments
