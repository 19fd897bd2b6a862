#pragma once

#include "hashers/quantisers/npq/objective.h"
#include "lib/rng.h"

#include <cstddef>

namespace hashlab::hashers::npq {

struct EvolutionSettings {
  std::size_t population = 15;   ///< individuals, H
  std::size_t generations = 15;  ///< M
};

/// Cuts of high J by evolutionary search (S. Moran's thesis, algorithm 7). An individual has one
/// 64-bit binary string per threshold. A string is a fraction of the whole line and represents one
/// of the cuts 1 .. G, where G is the number of groups of the line. A threshold is unused if its
/// cut is G, behind the last value, or repeats another cut. Each generation uses linear ranking
/// (pressure 2), stochastic universal sampling of max(floor(0.9 H + 0.5), 2) parents, single-point
/// crossover of adjacent parents in a shuffled order (probability 0.7), and mutation of each bit
/// with probability 0.7 / (64 T). Offspring replace the worst individuals; the best individual is
/// never lost.
/// Cost: O(pairs + 256 G + H M T (64 + G / 256)).
Cuts evolve(const Line& line, const Objective& objective, std::size_t T,
            const EvolutionSettings& settings, Rng rng);

}  // namespace hashlab::hashers::npq
