#pragma once

#include "hashers/cross_modal.h"
#include "lib/options.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

/// Pairs of directions in two whitened views. Column k of A and column k of B are a pair.
struct DirectionPairs {
  arma::mat A, B;  ///< d_x x r and d_z x r, for r pairs
};

/// Two whitened views. The whitened training samples have mean 0. A principal axis along which the
/// centred samples have the sum of squares s has the sum s / (s + ridge) after whitening. In
/// whitened coordinates the generalised eigenvectors of two_view_cca are singular vectors of
/// X_w Z_w^T. A direction a of the whitened first view corresponds to w = T_x a in the original
/// features, because (x - mean_x)^T w = x_w^T a for the whitened sample x_w.
///
/// T_x and T_z are 0 along axes on which a view varies only by rounding errors, because a small
/// ridge would turn these errors into large coordinates.
struct TwoViewCca {
  arma::vec mean_x, mean_z;  ///< d_x and d_z, of the training samples
  arma::mat T_x, T_z;        ///< d_x x d_x, d_z x d_z: (X X^T + ridge I)^-1/2 of the centred X,
                             ///< and the same of Z
  arma::mat X_w, Z_w;        ///< d_x x n and d_z x n: T_x X and T_z Z of the centred X and Z
  DirectionPairs pairs;      ///< see two_view_cca
  arma::vec lambda;          ///< r canonical correlations, descending, 1 > lambda > 0
};

/// Regularised canonical correlation analysis of two views. Here X and Z are the features after
/// their means were subtracted. Each pair of columns a and b of `pairs` gives the directions
/// w = T_x a and u = T_z b of the original features, which solve
///
///   X Z^T (Z Z^T + ridge I)^-1 Z X^T w = lambda^2 (X X^T + ridge I) w,
///   u = (Z Z^T + ridge I)^-1 Z X^T w / lambda,
///
/// scaled to w^T (X X^T + ridge I) w = u^T (Z Z^T + ridge I) u = 1. There are r <= min(d_x, d_z)
/// pairs, where r is the rank of X Z^T, in descending order of lambda. The entry of largest
/// magnitude of each a is positive. The ridge is added to sums over the samples, not to
/// covariances. If the ridge is relative, each view has its own, in units of the mean squared
/// length of its centred samples (absolute_ridge). The result is cached in data.reuse, if given.
/// Errors:  numerical, with a message that begins with `method`, if a view is not finite or a
///          decomposition does not converge.
/// Cost:    O(n d^2 + d^3), where d is the larger of d_x and d_z.
/// Source:  Hardoon, Szedmak & Shawe-Taylor, Neural Computation 2004; Kumar & Udupa, IJCAI 2011.
std::shared_ptr<const TwoViewCca> two_view_cca(const PairedTrainingSet& data, const Scaled& ridge,
                                               const std::string& method);

/// The linear functions of both views along directions of the whitened views: w^T (x - mean_x) with
/// w = T_x a for every column a of pairs.A, and the same for z.
PairedProjectors projectors_on(const DirectionPairs& pairs, const TwoViewCca& cca);

/// The pairs of singular vectors of C (d_x x d_z), in descending order of their singular values.
/// Pairs whose singular value may be a rounding error are omitted. The entry of largest magnitude
/// of each left vector a is positive. Writes the singular values to `lambda`.
/// Errors:  numerical, with a message that begins with `method`, if the decomposition does not
///          converge.
DirectionPairs singular_pairs(const arma::mat& C, arma::vec& lambda, const std::string& method);

// spread_pairs and completed_pairs are two ways to obtain K > r dimensions from r pairs.

/// If K <= r, returns the first K of the r pairs. Otherwise returns A R and B R, where R is a
/// random r x K matrix with orthonormal rows. Each of the K new directions is thus a random
/// combination of the r old ones, the same combination in both views. The new directions are not
/// scaled to length 1.
DirectionPairs spread_pairs(const DirectionPairs& pairs, std::size_t K, Rng rng);

/// If K <= r, returns the first K of the r pairs. Otherwise returns all pairs, followed by K - r
/// random directions of length 1 in each view. They are orthogonal to each other and to the pairs,
/// as long as the view has such directions; the rest are drawn without this condition. An
/// eigensolver that is asked for K pairs also returns additional orthogonal directions, those of
/// the eigenvalue 0, but its rounding errors determine them.
DirectionPairs completed_pairs(const DirectionPairs& pairs, std::size_t K, const Rng& rng);

}  // namespace hashlab::hashers
