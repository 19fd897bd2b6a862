#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// The functions of a graph beside the constant as eigenvectors: L y = lambda D y with L = D - S,
/// D = diag(sum of S) and y = D^-1/2 u; 1 - lambda ascends.
struct GraphSpectrum {
  arma::vec roots;   ///< n, diagonal of D^1/2
  arma::vec values;  ///< n, 1 - lambda
  arma::mat U;       ///< n x n, column k belongs to values[k]
};

/// S is n x n, symmetric, not negative, no row all zero.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(n^3), 3 s for n = 2000; memory: four n x n matrices.
GraphSpectrum graph_spectrum(const arma::mat& S);

/// The `dims` smoothest functions y, by growing lambda; dims < n. Returns n x dims.
/// Where eigenvalues coincide the paper leaves open which solutions are meant; here a random
/// orthonormal basis (stream "sth.basis") of each such eigenspace is taken. A graph of C classes
/// has C - 1 functions with lambda = 0, which tell classes apart. With equal weights all beyond
/// coincide, too, and are noise; otherwise each of them lives on one class, and its bit says part
/// of that class from all else.
/// Errors:  numerical if a basis cannot be made orthogonal.
/// Cost:    O(n^2 dims).
/// Source:  Zhang, Wang, Cai & Lu, "Self-Taught Hashing for Fast Similarity Search", SIGIR 2010,
///          section 3.1; Belkin & Niyogi, "Laplacian Eigenmaps", Neural Computation 15, 2003.
arma::mat laplacian_eigenmap(const GraphSpectrum& graph, std::size_t dims, const Rng& rng);

/// +1 above the median of a column, -1 below: halves, as far as no values coincide with the median.
/// Those that do (a class of the graph above) stay together, on the side that has fewer of the
/// others: +1 if fewer are above, else -1. Only a column of equal values is constant, -1.
arma::mat median_bits(const arma::mat& Y);

}  // namespace hashlab::hashers
