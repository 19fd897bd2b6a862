#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <span>

namespace hashlab::hashers {

/// Mean outer products (x - x')(x - x')^T over the pairs of neighbours and over all other pairs.
struct PairCovariances {
  arma::mat positive, negative;  ///< d x d
};

/// Exact, without a sum over negative pairs: their sum is that of all pairs minus that of positive
/// pairs.
/// Shapes:  X is d x n; S holds n lists and at least one, but not every, pair.
/// Cost:    O(n d^2 + d |S|).
PairCovariances pair_covariances(const arma::mat& X, const NeighbourGraph& S);

/// A threshold and its errors: the share of positive pairs that it separates plus the share of
/// negative pairs that it does not separate, which best_threshold minimises. y > t is one side, y
/// <= t the other.
struct Threshold {
  float t = 0;
  double errors = 1;  ///< in [0, 2]; 1 for a constant bit
};

/// The threshold with the fewest errors among those with values on both sides, the lowest in case
/// of ties; it lies halfway between neighbouring values. If all values are equal: that value,
/// errors 1.
/// Requires S to hold at least one, but not every, pair.
/// Cost:    O(n log n + |S|).
/// Source:  Strecha et al., PAMI 2012, section 3.4 (thresholds by FP and FN rates).
Threshold best_threshold(std::span<const float> y, const NeighbourGraph& S);

}  // namespace hashlab::hashers
