#include "hashers/projections/parts/principal_axes.h"

#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::hashers {
namespace {

/// The scatter of many samples but for its scale: products of blocks in single precision, their sum
/// in double. Samples are divided by a power of two, so that no square leaves the range of floats.
arma::mat scatter_of_many(const arma::fmat& X) {
  constexpr arma::uword block = 1024;
  arma::vec sum(X.n_rows, arma::fill::zeros);
  float largest = 0;
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    const float* x = X.colptr(i);
    for (arma::uword j = 0; j < X.n_rows; ++j) {
      sum[j] += static_cast<double>(x[j]);
      largest = std::max(largest, std::abs(x[j]));
    }
  }
  const int exponent = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
  const double scale = std::ldexp(1.0, -exponent);
  const arma::vec mean = sum / static_cast<double>(X.n_cols);
  arma::mat total(X.n_rows, X.n_rows, arma::fill::zeros);
  arma::fmat C;
  for (arma::uword first = 0; first < X.n_cols; first += block) {
    const arma::uword count = std::min(block, X.n_cols - first);
    C.set_size(X.n_rows, count);
    for (arma::uword i = 0; i < count; ++i) {
      const float* x = X.colptr(first + i);
      float* c = C.colptr(i);
      for (arma::uword j = 0; j < X.n_rows; ++j) {
        c[j] = static_cast<float>((static_cast<double>(x[j]) - mean[j]) * scale);
      }
    }
    const arma::fmat product = C * C.t();
    for (arma::uword e = 0; e < total.n_elem; ++e) total[e] += static_cast<double>(product[e]);
  }
  return total;
}

}  // namespace

arma::mat principal_axes(const arma::fmat& X, std::size_t dims) {
  constexpr arma::uword many = 8192;
  const bool few_samples = X.n_cols < X.n_rows;
  arma::mat C, products;
  if (X.n_cols > many && !few_samples) {
    products = scatter_of_many(X);
  } else {
    C = arma::conv_to<arma::mat>::from(X);
    C.each_col() -= arma::mean(C, 1);
    products = few_samples ? arma::mat(C.t() * C) : arma::mat(C * C.t());
  }
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
  make_largest_entries_positive(W);
  return W;
}

}  // namespace hashlab::hashers
