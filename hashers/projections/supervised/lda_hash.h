#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <span>

namespace hashlab::hashers {

/// Mean outer products (x - x')(x - x')^T over the pairs of neighbours (`positive`) and over all
/// other pairs (`negative`).
struct PairCovariances {
  arma::mat positive, negative;  ///< d x d
};

/// Computes both covariances exactly, without a sum over negative pairs (pairs that are not
/// neighbours): that sum is the sum over all pairs minus the sum over positive pairs.
/// Shapes:  X is d x n; S holds n lists and at least one, but not every, pair.
/// Cost:    O(n d^2 + d |S|).
PairCovariances pair_covariances(const arma::mat& X, const NeighbourGraph& S);

/// A threshold t and its errors: the share of positive pairs (neighbours) that it separates plus
/// the share of negative pairs (all others) that it does not separate. best_threshold minimises the
/// errors. y > t is one side, y <= t the other.
struct Threshold {
  float t = 0;
  double errors = 1;  ///< in [0, 2]; 1 for a constant bit
};

/// The threshold with the fewest errors among those with values of y on both sides, the lowest in
/// case of ties. It lies halfway between two successive values. If all values are equal, t is that
/// value and errors is 1.
/// Requires S to hold at least one, but not every, pair.
/// Cost:    O(n log n + |S|).
/// Source:  Strecha et al., PAMI 2012, section 3.4 (thresholds by FP and FN rates).
Threshold best_threshold(std::span<const float> y, const NeighbourGraph& S);

}  // namespace hashlab::hashers
