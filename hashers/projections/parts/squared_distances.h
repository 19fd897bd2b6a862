#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// Squared Euclidean distances between the columns of A (d x m) and of X (d x n): m x n, not
/// negative. They are computed in single precision as |a|^2 + |x|^2 - 2 a.x, so equal columns may
/// have a distance of about 1e-7 |x|^2.
arma::fmat squared_distances(const arma::fmat& A, const arma::fmat& X);

}  // namespace hashlab::hashers
