#pragma once

#include "lib/options.h"
#include "lib/relevance/relevance.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// Inter-media hashing of n samples: one embedding F that both views predict by ridge regression
/// and that is smooth over a graph of each view:
///   min lambda tr F^T (L_x + L_z) F + ||X^T W - F||_F^2 + ||Z^T U - F||_F^2
///       + beta (||W||_F^2 + ||U||_F^2),   F^T F = I, F^T 1 = 0.
/// L_x is the Laplacian of the graph with the weights (S + S^T) / 2, where S_ij is 1 if j is one of
/// the k nearest neighbours of i in the first view, and 0 otherwise. L_z is the same for the second
/// view.
/// Source:  Song, Yang, Yang, Huang & Shen, "Inter-Media Hashing for Large-Scale Retrieval from
///          Heterogeneous Data Sources", SIGMOD 2013. Here both views share one embedding, which is
///          the limit of a large weight on the distance between two embeddings.
struct ImhSettings {
  std::size_t neighbours = 3;  ///< k
  Scaled beta;                 ///< > 0; if relative, in the unit of absolute_ridge for a centred
                               ///< view
  double lambda = 1e3;         ///< >= 0
};

/// For each column of X (d x n) the k nearest other columns by Euclidean distance, the first ones
/// in case of ties; all others if k >= n. Distances are sums of squared differences in double
/// precision, so that equal distances are recognised as ties.
/// Cost:  O(d n^2).
NeighbourGraph imh_neighbours(const arma::fmat& X, std::size_t k);

struct ImhEmbedding {
  arma::vec values;  ///< n - 1, ascending: the contribution of each dimension of F to the objective
  arma::mat F;       ///< n x (n - 1), orthonormal columns of sum 0; in each column the entry of
                     ///< largest magnitude is positive
};

/// The eigenvectors of
///   M = 2 I - X^T (X X^T + beta I)^-1 X - Z^T (Z Z^T + beta I)^-1 Z + lambda (L_x + L_z);
/// tr F^T M F is the objective for optimal W and U. The function centres the views, so that the
/// constant vector is an eigenvector. The constant vector is left out, because its bit would be
/// the same for all samples.
/// Shapes:  X is d_x x n, Z is d_z x n, n >= 2.
/// Errors:  numerical if a decomposition does not converge.
/// Cost:    O(d n^2 + n^3); memory: four n x n matrices of doubles.
ImhEmbedding imh_embedding(const arma::fmat& X, const arma::fmat& Z, const ImhSettings& settings);

/// The best W for F or, with Z as X, the best U: (X X^T + beta I)^-1 X F. It has d rows and as many
/// columns as F. The function centres X.
/// Errors:  numerical if a decomposition does not converge.
/// Cost:    O(d n min(d, n)).
arma::mat imh_ridge(const arma::fmat& X, const arma::mat& F, const Scaled& beta);

}  // namespace hashlab::hashers
