#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// A random orthogonal k x k matrix: the left singular vectors of a matrix of normal numbers from
/// `rng`, as in the authors' code of ITQ and PCA-RR. It is uniformly distributed except for the
/// signs of its columns, which LAPACK chooses. If bits are signs, flipping the sign of a column
/// flips the same bit of every code, and changes no distance.
/// Errors:  numerical if the decomposition does not converge.
arma::mat random_rotation(std::size_t k, Rng rng);

}  // namespace hashlab::hashers
