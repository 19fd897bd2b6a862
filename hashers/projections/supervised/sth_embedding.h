#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// All eigenfunctions y of a graph with weights S: L y = lambda D y, where D is the diagonal matrix
/// of the row sums of S, and L = D - S. They are stored as u = D^1/2 y, in ascending order of
/// 1 - lambda. The constant function (lambda = 0) would be last. It separates no samples, so its
/// value is changed from 1 to -2, which puts it first.
struct GraphSpectrum {
  arma::vec roots;   ///< n, diagonal of D^1/2
  arma::vec values;  ///< n, ascending: 1 - lambda, or -2
  arma::mat U;       ///< n x n, column k belongs to values[k]
};

/// The spectrum of the graph with the weights S: n x n, symmetric, not negative, no row all zero.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(n^3), 3 s for n = 2000; memory: four n x n matrices.
GraphSpectrum graph_spectrum(const arma::mat& S);

/// The `dims` smoothest eigenfunctions y of the graph except the constant one, by increasing
/// lambda; dims < n. Returns n x dims.
/// If eigenvalues coincide, the paper leaves the choice of eigenvectors open; here a random
/// orthonormal basis (stream "sth.basis") of each such eigenspace is taken. A graph of C classes
/// has C - 1 functions with lambda = 0, which distinguish the classes. With equal weights all
/// further eigenvalues also coincide, and their functions are noise. With other weights each
/// further function is supported on one class, and its bit separates a part of that class from all
/// other samples.
/// Errors:  numerical if a basis cannot be orthogonalised.
/// Cost:    O(n^2 dims).
/// Source:  Zhang, Wang, Cai & Lu, "Self-Taught Hashing for Fast Similarity Search", SIGIR 2010,
///          section 3.1; Belkin & Niyogi, "Laplacian Eigenmaps", Neural Computation 15, 2003.
arma::mat laplacian_eigenmap(const GraphSpectrum& graph, std::size_t dims, const Rng& rng);

/// Bits of each column of Y: +1 above its median, -1 below. Values equal to the median (such as
/// those of a class in laplacian_eigenmap) all get the same bit, that of the side with fewer other
/// values: +1 if fewer are above, else -1. Differences below 1e-9 of the column's largest magnitude
/// count as equal. Only a column of equal values is constant, -1.
arma::mat median_bits(const arma::mat& Y);

}  // namespace hashlab::hashers
