#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// X with L L^T X = M, L lower triangular. The same Cholesky factor L serves many M.
inline arma::mat solve_factored(const arma::mat& L, const arma::mat& M) {
  const arma::mat half = arma::solve(arma::trimatl(L), M);
  return arma::solve(arma::trimatu(L.t()), half);
}

}  // namespace hashlab::hashers
