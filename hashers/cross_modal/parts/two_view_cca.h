#pragma once

#include "hashers/cross_modal.h"
#include "lib/options.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

/// Directions in two whitened views, a pair a column, the best first.
struct DirectionPairs {
  arma::mat A,
      B;  ///< d_x x r and d_z x r, columns of length 1 (orthogonal but for those of spread_pairs)
};

/// Two views in coordinates in which the training samples have the mean 0 and their features are
/// uncorrelated and of scatter 1 at most: there generalised eigenvectors of the views are singular
/// vectors. A direction a of the whitened first view is w = T_x a in features:
/// (x - mean_x)^T w = x_w^T a.
/// Axes along which a view varies by less than rounding are left out of T: with a small ridge they
/// would turn rounding errors into large coordinates.
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
/// scaled to w^T (X X^T + ridge I) w = u^T (Z Z^T + ridge I) u = 1. There are r <= min(d_x, d_z) of
/// them, the rank of X Z^T; the largest entry of a is positive. The ridge is added to sums over the
/// samples, not to covariances; if it is relative, each view has its own, in units of the mean
/// scatter of its features (absolute_ridge). Kept by data.reuse.
/// Errors:  numerical "METHOD: ..." if a view is not finite or a decomposition does not converge.
/// Cost:    O(n d^2 + d^3).
/// Source:  Hardoon, Szedmak & Shawe-Taylor, Neural Computation 2004; Kumar & Udupa, IJCAI 2011.
std::shared_ptr<const TwoViewCca> two_view_cca(const PairedTrainingSet& data, const Scaled& ridge,
                                               const std::string& method);

/// The linear functions of both views along directions of the whitened ones: w^T (x - mean_x) with
/// w = T_x a for every column a of pairs.A, and the same of z.
PairedProjectors projectors_on(const DirectionPairs& pairs, const TwoViewCca& cca);

/// The pairs of singular vectors of C, d_x x d_z, whose singular values are above rounding; the
/// largest entry of each a is positive. Writes the singular values to `lambda`.
/// Errors:  numerical "METHOD: ..." if the decomposition does not converge.
DirectionPairs singular_pairs(const arma::mat& C, arma::vec& lambda, const std::string& method);

// More dimensions than there are pairs, r < K: two ways. Of fewer, both return the first K.

/// A R and B R, R one random r x K matrix with orthonormal rows: K random views of the r
/// coordinates, the same of both views.
DirectionPairs spread_pairs(const DirectionPairs& pairs, std::size_t K, Rng rng);

/// The pairs, and then directions without correlation, random ones orthogonal to each other and to
/// the pairs; where a view has no more of these, any random ones. This is what an eigensolver
/// gives for the eigenvalue 0, with random numbers for its rounding errors.
DirectionPairs completed_pairs(const DirectionPairs& pairs, std::size_t K, const Rng& rng);

}  // namespace hashlab::hashers
