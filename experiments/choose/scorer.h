#pragma once

#include "experiments/choose/inner_splits.h"
#include "hashers/registry.h"
#include "lib/hamming/kernel.h"
#include "lib/metrics/metrics.h"
#include "lib/observer.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/relevance.h"
#include "lib/reuse.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <optional>

namespace hashlab::experiments {

/// True if the training of this hash function uses neighbours.
bool looks_at_neighbours(const hashers::Hasher& hasher);

/// The task for which a hash function is chosen. The rows of the data set are the columns of X.
struct ChoiceTask {
  const Features& X;         ///< features, not centred
  const Labels& labels;      ///< labels of the columns of X; may be empty
  Rows pool;                 ///< rows available for training, ascending
  InnerSizes sizes;          ///< sizes of the parts of an inner split of the pool
  std::optional<Ball> ball;  ///< the epsilon-neighbourhood; none: label-based ground truth
  std::size_t bits = 0;
  Metric metric;  ///< must be computed from the counts of a ranking
  Rng rng;        ///< for the inner splits and the random draws of training
  const Kernel& kernel;
};

/// Scores hash functions on inner splits. A hash function is trained on a rung's share of the
/// training rows (race_data.h), which are centred with their mean, and scored on the queries and
/// the database of the inner split. Scores do not depend on earlier calls. Only one thread may use
/// a scorer.
class Scorer {
 public:
  /// The task must outlive the scorer.
  Scorer(const ChoiceTask& task, Observer observer);

  /// The score of a hash function, trained on the rows of `rung` of inner split `split`, by the
  /// task's metric.
  /// Errors:  those of training; numerical if the score is NaN or infinite.
  double score(const hashers::Hasher& hasher, std::size_t rung, std::size_t split);

  /// The score of ranking by Euclidean distance of the uncompressed features, by the task's metric.
  /// Errors:  invalid_argument if the metric is defined only for codes.
  double euclidean(std::size_t split);

  /// The proportion of neighbours among all pairs of training rows in split 0, estimated on at most
  /// 1,000 of these rows.
  double neighbour_share();

  /// True if in split 0 at least one item is relevant to at least one query.
  bool has_relevant();

 private:
  struct Parts {  // of a split
    std::size_t split = 0;
    InnerSplit rows;
    Relevance relevance;
  };
  struct Learnable {  // the data for training on n rows of a split
    std::size_t split = 0, n = 0;
    arma::fvec mean;
    hashers::TrainingSet training;
    bool has_neighbours = false;
    std::string key;
  };
  struct Projected;

  const Parts& parts(std::size_t split);
  const hashers::TrainingSet& learnable(std::size_t split, std::size_t rung, bool neighbours);
  NeighbourGraph neighbours(const Rows& rows) const;

  const ChoiceTask& task_;
  Observer observer_;
  Reuse reuse_;
  std::optional<Parts> parts_;
  std::optional<Learnable> learnable_;
};

}  // namespace hashlab::experiments
