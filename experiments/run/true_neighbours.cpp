#include "experiments/run/true_neighbours.h"

#include "experiments/suite/embedding.h"
#include "lib/data/centre.h"
#include "lib/embeddings/neighbour_recall.h"

#include <algorithm>

namespace hashlab::experiments {

std::vector<TrueNeighbours> true_neighbours(const Study& study, const splits::Split& split,
                                            const arma::fvec& mean, const Lists& ignored) {
  const NeighbourSweep& sweep = study.suite.neighbours;
  std::vector<TrueNeighbours> all;
  if (sweep.empty()) return all;
  const Features& X = study.dataset.features;
  std::size_t longest = 0;
  for (std::size_t q = 0; q < ignored.size(); ++q) longest = std::max(longest, ignored[q].size());
  const std::size_t most = *std::max_element(sweep.k.begin(), sweep.k.end()),
                    n = split.test_database.size();
  for (const Similarity by : sweep.by) {
    const arma::fvec origin = origin_of(subtracts_mean(by), mean);
    const NearestItems nearest = nearest_items(centred_rows(X, split.test_queries, origin),
                                               centred_rows(X, split.test_database, origin),
                                               std::min(most + longest, n), by);
    for (const std::size_t k : sweep.k) {
      all.push_back({k, by, exact_neighbours(nearest, n, k, ignored)});
    }
  }
  return all;
}

}  // namespace hashlab::experiments
