#pragma once

#include "experiments/suite/study.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "splits/split.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// Of each test query the k items nearest by a similarity of features are the relevant ones.
struct TrueNeighbours {
  std::size_t k = 0;
  Similarity by = Similarity::euclidean;
  Relevance relevance;
};

/// Those of a split, at every k and similarity of the suite's sweep. Cosine is between samples less
/// `mean`, as in `reference = cosine`. What queries ignore is nobody's neighbour.
std::vector<TrueNeighbours> true_neighbours(const Study& study, const splits::Split& split,
                                            const arma::fvec& mean, const Lists& ignored);

}  // namespace hashlab::experiments
