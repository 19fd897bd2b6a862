#include "hashers/projections/itq_rotation.h"

#include "hashers/projections/random_rotation.h"
#include "lib/error.h"

namespace hashlab {
namespace {

void take_signs(arma::mat& Y) {
  for (double& y : Y) y = y > 0 ? 1 : -1;
}

/// As update_rotation; B (n x k) is room for the signs, kept between rounds.
arma::mat updated(const arma::mat& V, const arma::mat& R, arma::mat& B) {
  B = V * R;
  take_signs(B);
  const arma::mat M = B.t() * V;
  arma::mat S, Shat;
  arma::vec Omega;
  if (!M.is_finite() || !arma::svd(S, Omega, Shat, M)) {
    throw Error(ErrorCode::numerical, "a rotation's singular value decomposition did not converge");
  }
  return Shat * S.t();
}

}  // namespace

arma::mat update_rotation(const arma::mat& V, const arma::mat& R) {
  arma::mat B;
  return updated(V, R, B);
}

arma::mat learn_rotation(const arma::mat& V, std::size_t iterations, const Rng& rng,
                         std::string_view what, const Observer& observer) {
  arma::mat R = random_rotation(V.n_cols, rng), B;
  for (std::size_t m = 0; m < iterations; ++m) {
    R = updated(V, R, B);
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

}  // namespace hashlab
