#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// The largest number of principal axes that n samples of d features determine.
inline std::size_t max_principal_axes(std::size_t d, std::size_t n) {
  return n == 0 ? 0 : std::min(d, n - 1);
}

/// The `dims` eigenvectors of the covariance of X with the largest eigenvalues, largest first.
/// Shapes:  X is d x n, one sample per column; dims <= min(d, n); returns d x dims, columns of unit
///          length. The sign of a column is fixed: its component of largest magnitude (the first
///          such) is positive. An axis along which the samples do not vary is a zero column when
///          n < d.
/// Precision: double, except for more than 8,192 samples (if n >= d). Then blocks of 1,024 samples
///   are multiplied in single precision, and their products are summed in double precision. The
///   error of an axis is then about 1e-7 times the largest variance, divided by the difference
///   between the variance along this axis and the closest one along another axis.
/// Errors:  numerical if X is not finite or the decomposition does not converge.
/// Cost:    O(d n min(d, n) + min(d, n)^3): through the n x n inner products when n < d.
arma::mat principal_axes(const arma::fmat& X, std::size_t dims);

}  // namespace hashlab::hashers
