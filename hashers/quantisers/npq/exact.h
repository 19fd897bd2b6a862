#pragma once

#include "hashers/quantisers/npq/objective.h"

namespace hashlab::hashers::npq {

/// Cuts and a proved bound: no placement of at most T cuts has J above `bound`.
struct Solution {
  Cuts cuts;
  double value = 0.0;  ///< J of `cuts`
  double bound = 0.0;  ///< at least `value`; equal to it if the optimum is proved

  double gap() const { return value > 0.0 ? (bound - value) / value : bound - value; }
};

/// The cuts of greatest F_beta, which is J at alpha = 1. Our own method; the methods in chapter 4
/// of S. Moran's thesis search at random.
///
/// N and D of F_beta = N / D are sums over regions, so for a price lambda dynamic programming gives
/// the placement of greatest N - lambda D (placement.h). Dinkelbach (Management Science 1967):
/// begin with lambda = N / D of any cuts and compute that placement. If the greatest N - lambda D
/// is 0, stop, because then N' / D' <= lambda for all placements. Otherwise the new cuts have a
/// greater ratio, which is the next lambda. Every round improves strictly among finitely many
/// ratios, and the rounds are few because convergence is superlinear. With lambda = p / q the
/// programme maximises q N - p D, a whole number, so the test for 0 is exact and `bound` equals
/// `value`. If u and v are not whole (see Objective) or numbers exceed 2^53, the computation is
/// rounded, and `bound` includes the rounding errors.
///
/// On a line of more than 64 groups, the first lambda is found on every fourth cut only
/// (recursively), and then on all cuts near the best of these, which leaves one or two rounds on
/// the whole line. If the computation is exact, the last round breaks ties between optima by the
/// rule of best_placement, so the result does not depend on where the search began. Without
/// neighbour pairs F is 0 everywhere, and the cuts of equal_frequency are returned.
/// Cost: O(T G^2) time per round, O(T G) memory.
Solution maximise_ratio(const Line& line, const Objective& objective, std::size_t T);

}  // namespace hashlab::hashers::npq
