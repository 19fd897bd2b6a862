#pragma once

#include "experiments/suite/study.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "splits/split.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// A ground truth: the k items nearest to each test query, by a feature similarity, are relevant.
struct TrueNeighbours {
  std::size_t k = 0;
  Similarity by = Similarity::euclidean;
  Relevance relevance;
};

/// The ground truths of a split, at every k and similarity of the experiment file's sweep. Cosine
/// is computed after subtracting `mean`, as in `reference = cosine`. Items that a query ignores are
/// not its neighbours.
std::vector<TrueNeighbours> true_neighbours(const Study& study, const splits::Split& split,
                                            const arma::fvec& mean, const Lists& ignored);

}  // namespace hashlab::experiments
