#include "hashers/projections/principal_axes.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlab {
namespace {

void fix_signs(arma::mat& W) {
  for (arma::uword k = 0; k < W.n_cols; ++k) {
    const arma::uword largest = arma::index_max(arma::abs(W.col(k)));
    if (W(largest, k) < 0) W.col(k) = -W.col(k);
  }
}

}  // namespace

arma::mat principal_axes(const arma::fmat& X, std::size_t dims) {
  arma::mat C = arma::conv_to<arma::mat>::from(X);
  C.each_col() -= arma::mean(C, 1);
  const bool few_samples = C.n_cols < C.n_rows;
  const arma::mat products = few_samples ? arma::mat(C.t() * C) : arma::mat(C * C.t());
  arma::vec values;
  arma::mat vectors;
  if (!products.is_finite() || !arma::eig_sym(values, vectors, products)) {
    throw Error(ErrorCode::numerical,
                fmt::format("the eigenvectors of the covariance of {} samples of {} features could "
                            "not be computed",
                            X.n_cols, X.n_rows));
  }
  arma::mat W = arma::fliplr(vectors.tail_cols(dims));
  if (few_samples) {
    // X X^T (X v) = lambda (X v): map the eigenvectors of the inner products back.
    const double negligible = values.max() * static_cast<double>(X.n_rows) * 1e-15;
    W = C * W;
    for (arma::uword k = 0; k < dims; ++k) {
      const double value = values[values.n_elem - 1 - k];
      if (value > negligible) {
        W.col(k) /= std::sqrt(value);
      } else {
        W.col(k).zeros();
      }
    }
  }
  fix_signs(W);
  return W;
}

}  // namespace hashlab
