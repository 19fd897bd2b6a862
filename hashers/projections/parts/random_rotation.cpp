#include "hashers/projections/parts/random_rotation.h"

#include "lib/error.h"

namespace hashlab::hashers {

arma::mat random_rotation(std::size_t k, Rng rng) {
  arma::mat G(k, k), U, V;
  arma::vec s;
  for (double& g : G) g = rng.normal();
  if (!arma::svd(U, s, V, G)) {
    throw Error(ErrorCode::numerical,
                "a random rotation's singular value decomposition did not converge");
  }
  return U;
}

}  // namespace hashlab::hashers
