#pragma once

#include "hashers/quantisers/npq/objective.h"
#include "lib/rng.h"

namespace hashlab::hashers::npq {

struct AnnealingSettings {
  std::size_t steps = 100;      ///< M
  double temperature = 2000.0;  ///< T_0, in ranks
  double cooling = 0.95;        ///< T_m = T_0 cooling^m
};

/// Cuts of high J by simulated annealing (thesis algorithm 6). The state is T real positions in
/// [1, G]; a step moves them by the temperature in a random unit direction, and they are held at
/// the ends of the range. Positions are rounded to cuts; cut G, behind the last value, and a
/// repeated cut leave the threshold unused. A worse state is accepted with probability
/// 1 / (1 + exp(Delta / T_m)), Delta = the loss in J (the printed sign minimises). The best state
/// visited is returned.
/// Cost: O(pairs + 256 G + steps T (1 + G / 256)).
Cuts anneal(const Line& line, const Objective& objective, std::size_t T,
            const AnnealingSettings& settings, Rng rng);

}  // namespace hashlab::hashers::npq
