#pragma once

#include "hashers/cross_modal/parts/drawn_pairs.h"

#include <armadillo>

#include <optional>

namespace hashlab::hashers {

// Steps of CMSSH: each bit maximises the sum over pairs (i, j) of v s sgn(p^T x_i + a)
// sgn(q^T z_j + b), where the weights v of the pairs are at least 0 and sum to 1.
// Source:  Bronstein, Bronstein, Michel & Paragios, "Data fusion through cross-modality metric
//          learning using similarity-sensitive hashing", CVPR 2010.

/// One bit of each view.
struct CmsshBit {
  arma::vec p, q;       ///< d_x and d_z, of length 1
  double a = 0, b = 0;  ///< offsets
};

/// Weighted means of the two samples of a pair, and their weighted covariance.
struct CmsshMoments {
  arma::vec mu, nu;  ///< d_x and d_z
  arma::mat C;       ///< d_x x d_z: the sum of v s (x_i - mu)(z_j - nu)^T
};

/// Cost:  O(N d_z + n d_x d_z) of N pairs.
CmsshMoments cmssh_moments(const arma::mat& X, const arma::mat& Z, const DrawnPairs& pairs,
                           const arma::vec& v);

/// Maximises the objective without its signs: the top singular pair of C, where the entry of q with
/// the largest magnitude is positive, and offsets at the means. If C is zero, the directions are
/// arbitrary.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(d_x d_z d + d^3), d the lesser of the two.
CmsshBit cmssh_directions(const CmsshMoments& moments);

/// An offset, and the value of what it maximises.
struct BestOffset {
  double offset, value;
};

/// The offset a that maximises the sum of c_i sgn(f_i + a), exactly. It tries every cut between
/// different values, and no cut, in one pass over the sorted values. The offset lies halfway
/// between two values; among equally good offsets the greatest is taken.
/// Shapes:  f and c hold n >= 1 finite values.
/// Cost:    O(n log n).
BestOffset best_offset(const arma::vec& f, const arma::vec& c);

/// Raises the objective by alternating the exact best a for b and the exact best b for a until
/// neither improves it: a maximum in each of the two.
/// Shapes:  f = X^T p and g = Z^T q, and v as in the objective.
/// Cost:    O(turns (N + n log n)).
void cmssh_offsets(const arma::vec& f, const arma::vec& g, const DrawnPairs& pairs,
                   const arma::vec& v, CmsshBit& bit);

/// v exp(-rate right), normalised, where `right` is the pairs' agreement(). Without a given rate
/// AdaBoost's is used: 1/2 ln((1 + r) / (1 - r)), where r is the sum of v right, limited to 1 -
/// 1e-10.
arma::vec cmssh_reweighed(const arma::vec& v, const arma::vec& right, std::optional<double> rate);

}  // namespace hashlab::hashers
