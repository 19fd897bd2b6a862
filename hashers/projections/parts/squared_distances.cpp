#include "hashers/projections/parts/squared_distances.h"

namespace hashlab::hashers {
namespace {

arma::fvec squared_lengths(const arma::fmat& X) {
  arma::fvec lengths(X.n_cols);
  for (arma::uword i = 0; i < X.n_cols; ++i) lengths[i] = arma::dot(X.col(i), X.col(i));
  return lengths;
}

}  // namespace

arma::fmat squared_distances(const arma::fmat& A, const arma::fmat& X) {
  arma::fmat D = A.t() * X;
  const arma::fvec a = squared_lengths(A), x = squared_lengths(X);
  for (arma::uword i = 0; i < D.n_cols; ++i) {
    float* column = D.colptr(i);
    for (arma::uword j = 0; j < D.n_rows; ++j) {
      const float squared = a[j] + x[i] - 2 * column[j];
      column[j] = squared < 0 ? 0 : squared;  // NaN stays
    }
  }
  return D;
}

}  // namespace hashlab::hashers
