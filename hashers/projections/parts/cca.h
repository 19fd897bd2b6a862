#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// A decomposition from which canonical_directions() takes any number of directions up to d.
struct CanonicalBasis {
  arma::mat T;       ///< d x d, whitens features: (X X^T / n + rho I)^-1/2
  arma::mat U;       ///< d x d, orthogonal: the best directions of whitened features first
  arma::vec lambda;  ///< min(d, C) canonical correlations, descending
};

/// Directions in feature space, ordered by their correlation with the classes.
struct CanonicalDirections {
  arma::mat W;       ///< d x dims; w^T (X X^T / n + rho I) w = 1 if lambda > 0, else at most 1
  arma::vec lambda;  ///< dims, canonical correlations: 1 > lambda_1 >= lambda_2 >= ... >= 0
};

/// Regularised canonical correlation analysis: the canonical_directions() of the basis are the w
/// that solve
///
///   (X Y / n) (Y^T Y / n + rho I)^-1 (Y^T X^T / n) w = lambda^2 (X X^T / n + rho I) w
///
/// The analysis uses covariances, not sums over the n samples. Gong & Lazebnik leave this open;
/// only with covariances a rho of 1e-4 reproduces the results for ITQ+CCA in Moran & Lavrenko, ECIR
/// 2015. Samples are columns here, so X^T Y of the paper is X Y. The rank of X Y is below C if each
/// sample has one class. Beyond this rank, lambda is 0 and w is an arbitrary direction that does
/// not correlate with the classes. w has no component along axes on which the samples do not vary,
/// so it can be 0.
/// Shapes:  X is d x n and is centred here; Y is n x C of 0 and 1 and is not centred (centring it
///          would not change X Y). rho > 0.
/// Errors:  numerical if X is not finite or a decomposition does not converge.
/// Cost:    O(d n min(d, n) + d^3).
/// Source:  Hardoon, Szedmak & Shawe-Taylor, Neural Computation 2004; Gong & Lazebnik, CVPR 2011,
///          section 3.
CanonicalBasis canonical_basis(const arma::fmat& X, const arma::mat& Y, double rho);

/// The mean variance of the d features, or 1 if no feature varies. A rho in this unit suits
/// features of any scale. X is d x n.
double mean_variance(const arma::fmat& X);

/// The first `dims` directions, dims <= d.
CanonicalDirections canonical_directions(const CanonicalBasis& basis, std::size_t dims);

}  // namespace hashlab::hashers
