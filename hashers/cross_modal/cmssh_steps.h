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

/// Weighted means of a pair's two samples, and how they vary together.
struct CmsshMoments {
  arma::vec mu, nu;  ///< d_x and d_z
  arma::mat C;       ///< d_x x d_z: the sum of v s (x_i - mu)(z_j - nu)^T
};

/// Cost:  O(N d_z + n d_x d_z) of N pairs.
CmsshMoments cmssh_moments(const arma::mat& X, const arma::mat& Z, const DrawnPairs& pairs,
                           const arma::vec& v);

/// Maximises the objective without its signs: the top singular pair of C, the entry of q of largest
/// magnitude positive, with offsets at the means. Where C is zero, some directions.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(d_x d_z d + d^3), d the lesser of the two.
CmsshBit cmssh_directions(const CmsshMoments& moments);

/// An offset, and the value of what it maximises.
struct BestOffset {
  double offset, value;
};

/// The offset a that maximises the sum of c_i sgn(f_i + a), exactly: tries every cut between
/// different values, and all on one side, in one pass over them as sorted. Halfway between two
/// values; of equally good ones the greatest.
/// Shapes:  f and c hold n >= 1 finite values.
/// Cost:    O(n log n).
BestOffset best_offset(const arma::vec& f, const arma::vec& c);

/// Raises the objective by the exact best a for b and the exact best b for a, in turns, until
/// neither gains: a maximum in each of the two.
/// Shapes:  f = X^T p and g = Z^T q, and v as in the objective.
/// Cost:    O(turns (N + n log n)).
void cmssh_offsets(const arma::vec& f, const arma::vec& g, const DrawnPairs& pairs,
                   const arma::vec& v, CmsshBit& bit);

/// v exp(-rate right), normalised, where `right` is the pairs' agreement(). Without a rate,
/// AdaBoost's: 1/2 ln((1 + r) / (1 - r)) with r the sum of v right, kept within 1 - 1e-10.
arma::vec cmssh_reweighed(const arma::vec& v, const arma::vec& right, std::optional<double> rate);

}  // namespace hashlab::hashers
