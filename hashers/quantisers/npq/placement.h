#pragma once

#include "hashers/quantisers/npq/objective.h"
#include "hashers/quantisers/npq/placement_loops.h"

namespace hashlab::hashers::npq {

/// The prices that determine the worth of a region [a, b) of groups. With n the number of its
/// points and Sigma the sum of y - mean(y) over them, the worth is
///   pair_gain * (neighbour pairs in it) - pair_cost * n (n - 1) / 2 + spread_gain * Sigma^2 / n
struct Prices {
  double pair_gain = 0.0;
  double pair_cost = 0.0;
  double spread_gain = 0.0;
};

struct Placement {
  Cuts cuts;
  double value = 0.0;  ///< worth of all regions together
  double error = 0.0;  ///< bound on rounding in `value`; 0 if the computation was exact
};

/// The most valuable placement of at most T cuts, by dynamic programming over
///   f_r(b) = max over a of f_{r-1}(a) + worth(a, b),
/// where f_r(b) is the greatest worth of r regions that together hold the groups before cut b.
/// Ties: most cuts; among these the leftmost last cut, then the leftmost one before it, and so on.
/// With whole prices, no spread term and all numbers below 2^53, the sums are whole numbers that a
/// double represents exactly, so the result is the exact optimum. All `loops` give the same result.
/// Cost: O(T G^2) time in vectors, O(T G) memory; no G x G table. O(T G log G) time where pairs
/// gain nothing and cost 0 or more: regions then obey the quadrangle inequality, as in k-means.
Placement best_placement(const Line& line, const Prices& prices, std::size_t T,
                         const PlacementLoops& loops = active_placement_loops());

struct PlacementByCut {
  Placement best;
  /// [c], c = 1 .. G - 1: worth of the best placement of at most T cuts that uses cut c, with a
  /// rounding error of at most best.error; -infinity if T is 0. [0] is always -infinity.
  std::vector<double> with_cut;
};

/// The result of best_placement, and for each cut the worth of the best placement that uses it. The
/// programme runs forwards and backwards, so it takes twice the time.
PlacementByCut best_placement_by_cut(const Line& line, const Prices& prices, std::size_t T,
                                     const PlacementLoops& loops = active_placement_loops());

}  // namespace hashlab::hashers::npq
