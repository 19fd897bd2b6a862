#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// Solves L L^T X = M for X, where L is lower triangular. One Cholesky factor L can be used for
/// many M.
inline arma::mat solve_factored(const arma::mat& L, const arma::mat& M) {
  const arma::mat half = arma::solve(arma::trimatl(L), M);
  return arma::solve(arma::trimatu(L.t()), half);
}

}  // namespace hashlab::hashers
