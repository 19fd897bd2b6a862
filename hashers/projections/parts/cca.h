#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// What all numbers of canonical directions have in common.
struct CanonicalBasis {
  arma::mat T;       ///< d x d, whitens features: (X X^T / n + rho I)^-1/2
  arma::mat U;       ///< d x d, orthogonal: the best directions of whitened features first
  arma::vec lambda;  ///< min(d, C) canonical correlations, descending
};

/// Directions in feature space, the best correlated with classes first.
struct CanonicalDirections {
  arma::mat W;       ///< d x dims; w^T (X X^T / n + rho I) w = 1, or w = 0
  arma::vec lambda;  ///< dims, canonical correlations: 1 > lambda_1 >= lambda_2 >= ... >= 0
};

/// Regularised canonical correlation analysis: canonical_directions() of the basis are the w that
/// solve
///
///   (X Y / n) (Y^T Y / n + rho I)^-1 (Y^T X^T / n) w = lambda^2 (X X^T / n + rho I) w
///
/// Covariances, not sums over the n samples: the paper leaves it open, and a rho of 1e-4 gives what
/// ECIR 2015 prints for ITQ+CCA with covariances only. Samples are columns here; X^T Y of the paper
/// is X Y. Beyond the rank of X Y (classes - 1) lambda is 0 and w is some direction without
/// correlation; w = 0 where the samples do not vary at all.
/// Shapes:  X is d x n and is centred here; Y is n x C of 0 and 1, not centred: X Y is the same.
///          rho > 0.
/// Errors:  numerical if X is not finite or a decomposition does not converge.
/// Cost:    O(d n min(d, n) + d^3).
/// Source:  Hardoon, Szedmak & Shawe-Taylor, Neural Computation 2004; Gong & Lazebnik, CVPR 2011,
///          section 3.
CanonicalBasis canonical_basis(const arma::fmat& X, const arma::mat& Y, double rho);

/// Of a feature, on average over the d features: the unit of rho for any scale of features; 1 if
/// nothing varies. X is d x n.
double mean_variance(const arma::fmat& X);

/// The first `dims` directions, dims <= d.
CanonicalDirections canonical_directions(const CanonicalBasis& basis, std::size_t dims);

}  // namespace hashlab::hashers
