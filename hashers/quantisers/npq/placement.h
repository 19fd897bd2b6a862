#pragma once

#include "hashers/quantisers/npq/objective.h"
#include "hashers/quantisers/npq/placement_loops.h"

namespace hashlab::hashers::npq {

/// What a region [a, b) of groups is worth, n = its points, Sigma = sum of y - mean over it:
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
///   f_r(b) = max over a of f_{r-1}(a) + worth(a, b).
/// Ties: most cuts; among these the leftmost last cut, then the leftmost one before it, and so on.
/// With whole prices, no spread term and everything below 2^53 all sums are whole numbers that a
/// double holds exactly, so the result is the optimum and not nearly so.
/// The same for all `loops`.
/// Cost: O(T G^2) time in vectors, O(T G) memory; no G x G table. O(T G log G) time where pairs
/// gain nothing and cost 0 or more: regions then obey the quadrangle inequality, as in k-means.
Placement best_placement(const Line& line, const Prices& prices, std::size_t T,
                         const PlacementLoops& loops = active_placement_loops());

struct PlacementByCut {
  Placement best;
  /// [c], c = 1 .. G - 1: worth of the best placement of at most T cuts that uses cut c, with the
  /// same bound on rounding; -infinity if there is none, [0] too.
  std::vector<double> with_cut;
};

/// best_placement, and what it costs to use each cut: the programme forwards and backwards, twice
/// its time.
PlacementByCut best_placement_by_cut(const Line& line, const Prices& prices, std::size_t T,
                                     const PlacementLoops& loops = active_placement_loops());

}  // namespace hashlab::hashers::npq
