#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab {

/// The `dims` smoothest functions of a graph beside the constant: solutions of L y = lambda D y,
/// L = D - S, D = diag(sum of S), by growing lambda.
/// S is n x n, symmetric, not negative, no row all zero; dims < n. Returns n x dims.
/// Where eigenvalues coincide the paper leaves open which solutions are meant. A graph of C classes has C - 1
/// functions that tell classes apart, all with lambda = 0, and beyond them nothing but functions
/// that tell samples of a class apart, which are noise to whoever predicts classes. Here a random
/// orthonormal basis (stream "sth.basis") of each such eigenspace is taken.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(n^3), 3 s for n = 2000; memory: four n x n matrices.
/// Source:  Zhang, Wang, Cai & Lu, "Self-Taught Hashing for Fast Similarity Search", SIGIR 2010, section
///          3.1; Belkin & Niyogi, "Laplacian Eigenmaps", Neural Computation 15, 2003.
arma::mat laplacian_eigenmap(const arma::mat& S, std::size_t dims, const Rng& rng);

/// +1 above the median of a column, -1 at it and below: halves, as far as no values coincide with the
/// median (those of a class of the graph above do, and stay together).
arma::mat median_bits(const arma::mat& Y);

}  // namespace hashlab
