#pragma once

#include "hashers/cross_modal.h"
#include "lib/options.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

/// Directions in two whitened views: one pair per column, the best first.
struct DirectionPairs {
  arma::mat A,
      B;  ///< d_x x r and d_z x r, columns of length 1 (orthogonal except for spread_pairs)
};

/// Two whitened views: the training samples have mean 0, and their features are uncorrelated with
/// scatter at most 1. In these coordinates generalised eigenvectors of the views are singular
/// vectors. A direction a of the whitened first view corresponds to w = T_x a in the original
/// features, because (x - mean_x)^T w = x_w^T a for the whitened sample x_w.
///
/// T_x and T_z leave out axes along which a view varies by less than rounding, because a small
/// ridge would turn rounding errors into large coordinates.
struct TwoViewCca {
  arma::vec mean_x, mean_z;  ///< d_x and d_z, of the training samples
  arma::mat T_x, T_z;        ///< d_x x d_x and d_z x d_z: (X X^T + ridge I)^-1/2, and the same of Z
  arma::mat X_w, Z_w;        ///< d_x x n and d_z x n: T_x X and T_z Z, X and Z centred
  DirectionPairs pairs;
  arma::vec lambda;  ///< r canonical correlations, descending, 1 > lambda > 0
};

/// Canonical correlation analysis of two views, regularised: with the samples' means subtracted
/// from X and Z, `pairs` are the w = T_x a, u = T_z b that solve
///
///   X Z^T (Z Z^T + ridge I)^-1 Z X^T w = lambda^2 (X X^T + ridge I) w,
///   u = (Z Z^T + ridge I)^-1 Z X^T w / lambda,
///
/// scaled to w^T (X X^T + ridge I) w = u^T (Z Z^T + ridge I) u = 1. There are r <= min(d_x, d_z)
/// pairs, where r is the rank of X Z^T; the largest entry of each a is positive. The ridge is added
/// to sums over the samples, not to covariances. If the ridge is relative, each view has its own,
/// in units of the mean squared length of its centred samples (absolute_ridge). The result is
/// cached in data.reuse.
/// Errors:  numerical "METHOD: ..." if a view is not finite or a decomposition does not converge.
/// Cost:    O(n d^2 + d^3).
/// Source:  Hardoon, Szedmak & Shawe-Taylor, Neural Computation 2004; Kumar & Udupa, IJCAI 2011.
std::shared_ptr<const TwoViewCca> two_view_cca(const PairedTrainingSet& data, const Scaled& ridge,
                                               const std::string& method);

/// The linear functions of both views along directions of the whitened views: w^T (x - mean_x) with
/// w = T_x a for every column a of pairs.A, and the same for z.
PairedProjectors projectors_on(const DirectionPairs& pairs, const TwoViewCca& cca);

/// The pairs of singular vectors of C, d_x x d_z, whose singular values are above rounding, the
/// largest value first; the largest entry of each left vector a is positive. Writes the singular
/// values to `lambda`.
/// Errors:  numerical "METHOD: ..." if the decomposition does not converge.
DirectionPairs singular_pairs(const arma::mat& C, arma::vec& lambda, const std::string& method);

// spread_pairs and completed_pairs are two ways to obtain K > r dimensions from r pairs.

/// If there are more dimensions than pairs, K > r: A R and B R, where R is a random r x K matrix
/// with orthonormal rows, that is, K random projections of the r coordinates, the same for both
/// views. If K <= r: the first K pairs.
DirectionPairs spread_pairs(const DirectionPairs& pairs, std::size_t K, Rng rng);

/// If K <= r, the first K of the r pairs. Otherwise all pairs, followed by directions without
/// correlation: random ones that are orthogonal to each other and to the pairs, or any random ones
/// if a view has no more orthogonal directions. An eigensolver returns such directions for the
/// eigenvalue 0, except that its rounding errors replace the random numbers.
DirectionPairs completed_pairs(const DirectionPairs& pairs, std::size_t K, const Rng& rng);

}  // namespace hashlab::hashers
