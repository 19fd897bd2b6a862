#pragma once

#include "hashers/cross_modal/parts/drawn_pairs.h"

#include <armadillo>

#include <cstdint>
#include <vector>

namespace hashlab::hashers {

// Steps of CRH. For each bit, the hyperplanes w and u of the two views minimise the following
// objective over n samples and over pairs (i, j) with weights v:
//
//   mean [1 - |w^T x|]_+ + mean [1 - |u^T z|]_+ + lambda_x / 2 |w|^2 + lambda_z / 2 |u|^2
//     + gamma (sum of v d^2 over neighbours + sum of v tau(d) over others),  d = w^T x_i - u^T z_j,
//
// where [y]_+ = max(0, y), and tau(d) is crh_tau(d) below.
// Each term is a difference of two convex functions. If the second function is replaced by its
// tangent, the sum is a convex upper bound of the objective that equals it at the point of
// tangency. Any step that lowers the bound therefore lowers the objective (the concave-convex
// procedure).
// Source:  Zhen & Yeung, "Co-Regularized Hashing for Multimodal Data", NIPS 2012.

/// tau(d), the loss of a pair that should differ, where d is the difference of its values. With
/// a = 3.7, the loss is 1 / (2 a) at d = 0 and zero if |d| >= 1.
double crh_tau(double d);

/// The convex part of tau(d): tau(d) = crh_tau_convex(d) - d^2 / 2 + 1 / (2 a).
double crh_tau_convex(double d);
/// The derivative of crh_tau_convex.
double crh_tau_slope(double d);

/// The data for training the bit of one view while the bit of the other view is fixed. The values
/// of that fixed bit are passed separately, as g.
struct CrhView {
  const arma::mat& X;                       ///< d x n samples of this view
  const std::vector<std::uint32_t>& own;    ///< for each pair the sample of this view
  const std::vector<std::uint32_t>& other;  ///< for each pair the sample of the other view
  const arma::vec &s, &v;                   ///< s of the pairs (see DrawnPairs), and their weights
  double lambda, gamma;
};

/// The terms of the objective that contain w: margins, pairs and the squared length of w. g holds
/// the fixed values of the n samples in the other view.
/// Cost:  O(n d + N) for N pairs.
double crh_objective(const CrhView& view, const arma::vec& w, const arma::vec& g);

/// The mean of [1 - |f|]_+.
double crh_margins(const arma::vec& f);

/// One step of the concave-convex procedure from w: at most `steps` subgradient steps on the convex
/// bound, with the fixed values g of the n samples in the other view. Each step goes to the minimum
/// of a parabola that lies above the smooth part of the bound. Its length is halved until the bound
/// falls, so the objective does not increase; if none of eight lengths lowers the bound, the
/// descent ends. Returns the new w.
/// Cost:  O(steps (n d + N)).
arma::vec crh_descend(const CrhView& view, arma::vec w, const arma::vec& g, std::size_t steps);

/// The weights of the pairs for the next bit, scaled to sum 1. `right` holds the agreement() of the
/// pairs for the present bit. The weights of pairs with agreement +1 are multiplied by
/// err / (1 - err), where err is the total weight of the other pairs, limited to
/// 1e-10 .. 1 - 1e-10.
arma::vec crh_reweighed(const arma::vec& v, const arma::vec& right);

}  // namespace hashlab::hashers
