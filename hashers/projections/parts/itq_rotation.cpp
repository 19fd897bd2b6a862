#include "hashers/projections/parts/itq_rotation.h"

#include "hashers/projections/parts/random_rotation.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

/// B^T V for B = sign(V R), by blocks of rows that stay in the cache from one product to the other.
/// `block` and `B` are room that is kept between rounds.
arma::mat correlation_with_signs(const arma::mat& V, const arma::mat& R, arma::mat& block,
                                 arma::mat& B) {
  constexpr arma::uword rows = 2048;
  if (V.n_rows <= rows) {
    B = V * R;
    take_signs(B);
    return B.t() * V;
  }
  arma::mat M(V.n_cols, V.n_cols, arma::fill::zeros);
  for (arma::uword first = 0; first < V.n_rows; first += rows) {
    block = V.rows(first, std::min(first + rows, V.n_rows) - 1);
    B = block * R;
    take_signs(B);
    M += B.t() * block;
  }
  return M;
}

arma::mat nearest_rotation(const arma::mat& M) {
  arma::mat S, Shat;
  arma::vec Omega;
  if (!M.is_finite() || !arma::svd(S, Omega, Shat, M)) {
    throw Error(ErrorCode::numerical, "a rotation's singular value decomposition did not converge");
  }
  return Shat * S.t();
}

}  // namespace

arma::mat update_rotation(const arma::mat& V, const arma::mat& R) {
  arma::mat block, B;
  return nearest_rotation(correlation_with_signs(V, R, block, B));
}

arma::mat learn_rotation(const arma::mat& V, std::size_t iterations, const Rng& rng,
                         std::string_view what, const Observer& observer) {
  arma::mat R = random_rotation(V.n_cols, rng), block, B;
  for (std::size_t m = 0; m < iterations; ++m) {
    R = nearest_rotation(correlation_with_signs(V, R, block, B));
    observer.tell(what, m + 1, iterations);
  }
  return R;
}

double quantisation_loss(const arma::mat& V, const arma::mat& R) {
  const arma::mat Y = V * R;
  arma::mat B = Y;
  take_signs(B);
  return arma::accu(arma::square(B - Y));
}

}  // namespace hashlab::hashers
