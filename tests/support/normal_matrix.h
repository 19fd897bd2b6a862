#pragma once

#include "lib/rng.h"

#include <armadillo>

namespace hashlab::testing {

inline arma::mat normal_matrix(arma::uword rows, arma::uword columns, Rng rng) {
  arma::mat M(rows, columns);
  for (double& x : M) x = rng.normal();
  return M;
}

}  // namespace hashlab::testing
