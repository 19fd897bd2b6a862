#pragma once

#include "hashers/quantisers/npq/objective.h"
#include "lib/rng.h"

namespace hashlab::hashers::npq {

struct AnnealingSettings {
  std::size_t steps = 100;      ///< M
  double temperature = 2000.0;  ///< T_0, the length of the first step, in groups of the line
  double cooling = 0.95;        ///< T_m = T_0 cooling^m
};

/// Cuts of high J by simulated annealing (S. Moran's thesis, algorithm 6). The state is T real
/// positions in [1, G], where G is the number of groups of the line. A step moves them in a random
/// direction by a length equal to the temperature, and then clamps each to [1, G]. Positions are
/// rounded to cuts. A threshold is unused if its cut is G, behind the last value, or repeats
/// another cut. A worse state is accepted with probability 1 / (1 + exp(Delta / T_m)), where Delta
/// is the loss in J (the sign printed in the thesis would minimise J). Returns the cuts of the best
/// state visited.
/// Cost: O(pairs + 256 G + steps T (1 + G / 256)).
Cuts anneal(const Line& line, const Objective& objective, std::size_t T,
            const AnnealingSettings& settings, Rng rng);

}  // namespace hashlab::hashers::npq
