#pragma once

#include "experiments/choose/inner_splits.h"
#include "hashers/registry.h"
#include "lib/hamming/kernel.h"
#include "lib/metrics/metrics.h"
#include "lib/observer.h"
#include "lib/relevance/relevance.h"
#include "lib/reuse.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <optional>

namespace hashlab::experiments {

/// Does learning it look at who neighbours whom?
bool looks_at_neighbours(const hashers::Hasher& hasher);

/// What a hash function is chosen for, and by. Rows are columns of X.
struct ChoiceTask {
  const Features& X;      ///< not centred
  const Labels& labels;   ///< of the columns; may be empty
  Rows pool;              ///< rows that may be learned from, ascending
  InnerSizes sizes;       ///< their division
  bool by_class = false;  ///< who is relevant: those of a class, or within
  double radius = 0;      ///< so far
  bool inclusive = true;
  std::size_t bits = 0;
  Metric metric;  ///< of counts of a ranking
  Rng rng;        ///< splits, and all that is drawn in learning
  const Kernel& kernel;
};

/// Scores hash functions on inner splits: learned from a rung's share of the training rows, centred
/// with their mean, scored on queries and database. The same numbers whatever was asked for before.
/// For one thread.
class Scorer {
 public:
  /// The task must outlive it.
  Scorer(const ChoiceTask& task, Observer observer);

  /// Errors:  those of learning; numerical if the score is no number.
  double score(const hashers::Hasher& hasher, std::size_t rung, std::size_t split);

  /// The same metric of the ranking by Euclidean distance of the features as they are.
  /// Errors:  invalid_argument if it is a metric of codes alone.
  double euclidean(std::size_t split);

  /// Of all pairs of training rows the share that are neighbours, by the first split's.
  double neighbour_share();

  /// Is anything in the validation parts relevant to anything, in the first split?
  bool has_relevant();

 private:
  struct Parts {  // of a split
    std::size_t split = 0;
    InnerSplit rows;
    Relevance relevance;
  };
  struct Learnable {  // of so many rows of a split
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
