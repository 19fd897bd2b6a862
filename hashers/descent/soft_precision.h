#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// Average precision of a ranking by Hamming distance, made differentiable. A similarity s in
// [-1, 1] of two codes is a distance (1 - s) / 2 in [0, 1], which falls between two of `levels`
// evenly spaced ones and is shared between them in proportion to how near they are. With
// H_l samples within level l, h+_l relevant ones at it and H+_l within it,
//
//   AP = 1 / (sum_l h+_l) sum_l h+_l H+_l / H_l.
//
// Relevance may be any number in [0, 1]: it counts as so much of a relevant sample. Of codes of
// levels - 1 bits without a 0 distances are whole levels, and AP is that of their ranking with the
// ties of a level counted as if each was behind the others of it.
//
// Source:  Cakir, He, Xia, Kulis & Sclaroff, Deep Metric Learning to Rank, CVPR 2019, equations 3
//          to 7; its derivatives by similarity, by hand.

struct SoftPrecision {
  double value;
  arma::mat gradient;  ///< by S; diagonal 0
};

/// The mean over queries with something relevant: column q of S (m x m) has the similarities of
/// query q and the m samples, itself left out; R (m x m) is who is relevant. 0 if nothing is.
/// levels >= 2.
/// Cost:  O(m^2 + m levels).
SoftPrecision soft_precision_by_query(const arma::mat& S, const arma::mat& R, std::size_t levels);

/// The same of one ranking of all pairs: what the area under the precision-recall curve sums.
SoftPrecision soft_precision_pooled(const arma::mat& S, const arma::mat& R, std::size_t levels);

}  // namespace hashlab::hashers
