#include "hashers/projections/parts/landmarks.h"

#include "hashers/projections/parts/squared_distances.h"
#include "lib/error.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hashlab::hashers {

arma::fmat random_landmarks(const arma::fmat& X, std::size_t m, const Rng& rng) {
  if (m >= X.n_cols) return X;
  std::vector<std::uint32_t> order(X.n_cols);
  std::iota(order.begin(), order.end(), 0u);
  Rng(rng).shuffle(order);
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(m));
  arma::fmat A(X.n_rows, m);
  for (std::size_t j = 0; j < m; ++j) A.col(j) = X.col(order[j]);
  return A;
}

arma::uvec nearest_landmarks(const arma::fmat& X, const arma::fmat& centres) {
  const arma::fmat D = squared_distances(centres, X);
  arma::uvec nearest(X.n_cols);
  for (arma::uword i = 0; i < X.n_cols; ++i) nearest[i] = arma::index_min(D.col(i));
  return nearest;
}

arma::fmat kmeans_landmarks(const arma::fmat& X, std::size_t m, std::size_t iterations,
                            const Rng& rng, std::string_view what, const Observer& observer) {
  if (!X.is_finite()) {
    throw Error(ErrorCode::numerical,
                "k-means: a training sample holds a number that is not finite, check the features");
  }
  arma::fmat centres = random_landmarks(X, m, rng);
  arma::uvec assigned;
  for (std::size_t round = 0; round < iterations; ++round) {
    observer.tell(what, round, iterations);
    const arma::uvec nearest = nearest_landmarks(X, centres);
    if (assigned.n_elem == nearest.n_elem && arma::all(assigned == nearest)) break;
    assigned = nearest;
    arma::mat sums(X.n_rows, centres.n_cols, arma::fill::zeros);
    arma::vec counts(centres.n_cols, arma::fill::zeros);
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      sums.col(nearest[i]) += arma::conv_to<arma::vec>::from(X.col(i));
      ++counts[nearest[i]];
    }
    for (arma::uword j = 0; j < centres.n_cols; ++j) {
      if (counts[j] > 0) centres.col(j) = arma::conv_to<arma::fvec>::from(sums.col(j) / counts[j]);
    }
  }
  return centres;
}

}  // namespace hashlab::hashers
