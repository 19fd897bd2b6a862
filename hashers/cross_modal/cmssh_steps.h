#pragma once

#include "hashers/cross_modal/parts/drawn_pairs.h"

#include <armadillo>

#include <optional>

namespace hashlab::hashers {

// Steps of CMSSH: each bit maximises the sum over pairs (i, j) of
//   v s sgn(p^T x_i + a) sgn(q^T z_j + b).
// For each pair, s is +1 if i and j are neighbours or the same sample, and -1 otherwise (see
// DrawnPairs). The weights v of the pairs are at least 0 and sum to 1.
// Source:  Bronstein, Bronstein, Michel & Paragios, "Data fusion through cross-modality metric
//          learning using similarity-sensitive hashing", CVPR 2010.

/// One bit of each view.
struct CmsshBit {
  arma::vec p, q;       ///< unit vectors with d_x and d_z entries
  double a = 0, b = 0;  ///< offsets
};

/// The weighted means mu of the pairs' first samples and nu of their second samples, and C, a
/// weighted covariance in which pairs with s = -1 count negatively.
struct CmsshMoments {
  arma::vec mu, nu;  ///< d_x and d_z
  arma::mat C;       ///< d_x x d_z: the sum of v s (x_i - mu)(z_j - nu)^T
};

/// The moments of the pairs with weights v. X is d_x x n, Z is d_z x n.
/// Cost:    O(N d_z + n d_x d_z) for N pairs.
CmsshMoments cmssh_moments(const arma::mat& X, const arma::mat& Z, const DrawnPairs& pairs,
                           const arma::vec& v);

/// The bit that maximises the objective without sgn(): p and q are the singular vectors of C with
/// the largest singular value. Their signs are chosen so that the entry of q with the largest
/// magnitude is positive. The offsets make the values of the means zero: a = -p^T mu, b = -q^T nu.
/// If C is zero, the directions are arbitrary.
/// Errors:  numerical if the decomposition does not converge.
/// Cost:    O(d_x d_z d + d^3), where d is the lesser of d_x and d_z.
CmsshBit cmssh_directions(const CmsshMoments& moments);

/// An offset, and the value of the sum that it maximises.
struct BestOffset {
  double offset, value;
};

/// The offset a that maximises the sum of c_i sgn(f_i + a), exactly. One pass over the sorted
/// values f tries a cut below all values, a cut halfway between every two consecutive values that
/// differ, and a cut above all values. Among equally good offsets the greatest is taken.
/// Shapes:  f and c hold n >= 1 finite values.
/// Cost:    O(n log n).
BestOffset best_offset(const arma::vec& f, const arma::vec& c);

/// Raises the objective by coordinate ascent over the offsets of `bit`: alternates between the
/// exact best a for b and the exact best b for a, until neither raises the objective by more than
/// 1e-12.
/// Shapes:  f = X^T p and g = Z^T q, n values each; v holds the N weights of the pairs.
/// Cost:    O(rounds (N + n log n)).
void cmssh_offsets(const arma::vec& f, const arma::vec& g, const DrawnPairs& pairs,
                   const arma::vec& v, CmsshBit& bit);

/// The weights of the pairs for the next bit: v exp(-rate right), scaled to sum 1, where `right`
/// holds the agreement() of the pairs for the present bit. If no rate is given, the rate is that of
/// AdaBoost: 1/2 ln((1 + r) / (1 - r)), where r is the sum over all pairs of v times right, limited
/// to +-(1 - 1e-10).
arma::vec cmssh_reweighed(const arma::vec& v, const arma::vec& right, std::optional<double> rate);

}  // namespace hashlab::hashers
