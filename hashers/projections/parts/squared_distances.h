#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// Squared Euclidean distances between the columns of A (d x m) and of X (d x n): m x n, not
/// negative. Single precision, through |a|^2 + |x|^2 - 2 a.x, so equal columns may be some 1e-7 of
/// |x|^2 apart.
arma::fmat squared_distances(const arma::fmat& A, const arma::fmat& X);

}  // namespace hashlab::hashers
