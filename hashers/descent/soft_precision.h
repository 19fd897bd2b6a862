#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// Average precision of a ranking by Hamming distance, made differentiable. A similarity s in [-1,
// 1] of two codes is a distance (1 - s) / 2 in [0, 1]. Each distance is shared between the two
// nearest of `levels` evenly spaced levels, by linear interpolation. Let H_l be the number of
// samples at levels up to l, h+_l the number of relevant samples at level l, and H+_l the number of
// relevant samples at levels up to l. Then
//
//   AP = 1 / (sum_l h+_l) sum_l h+_l H+_l / H_l.
//
// Relevance may be any number in [0, 1] and counts as that fraction of a relevant sample. If codes
// have levels - 1 bits, all of them +1 or -1, each distance is exactly one of the levels. AP is
// then the average precision of their Hamming ranking, where each item of a tie is counted as if it
// came after the other items of its level.
//
// Source:  Cakir, He, Xia, Kulis & Sclaroff, Deep Metric Learning to Rank, CVPR 2019, equations 3
//          to 7; the derivatives with respect to similarities were worked out here.

struct SoftPrecision {
  double value;
  arma::mat gradient;  ///< with respect to S; diagonal 0
};

/// The mean of AP over the queries with a relevant sample, and its gradient. Column q of S (m x m)
/// has the similarities of query q to the m samples, of which q itself is left out; R (m x m) is
/// the relevance. The value is 0 if no query has a relevant sample. Requires levels >= 2.
/// Cost:  O(m^2 + m levels).
SoftPrecision soft_precision_by_query(const arma::mat& S, const arma::mat& R, std::size_t levels);

/// AP, and its gradient, of a single ranking of all pairs of different samples by their
/// similarities S (m x m). Queries are pooled, as for the area under the precision-recall curve. R
/// (m x m) is the relevance. The value is 0 if no pair is relevant. Requires levels >= 2.
SoftPrecision soft_precision_pooled(const arma::mat& S, const arma::mat& R, std::size_t levels);

}  // namespace hashlab::hashers
