#pragma once

#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers {

struct MlhPair {
  std::uint32_t i, j;
  bool neighbours;
};

/// Draws pairs of samples. Pairs of neighbours and pairs of non-neighbours alternate if both exist.
class MlhPairSource {
 public:
  enum class Draw {
    even,      ///< every pair of neighbours is equally likely, and so is every other pair
    by_sample  ///< first a sample i, then one of its neighbours (or of its non-neighbours) j, as in
               ///< version 1 of mlh. The probability of a pair of neighbours is proportional to
               ///< 1 / (number of neighbours of i) + 1 / (number of neighbours of j). A pair is
               ///< therefore more frequent if its samples have few neighbours.
  };

  /// S must outlive this object.
  MlhPairSource(const NeighbourGraph& S, Draw how, Rng rng);

  bool empty() const { return none(true) && none(false); }
  /// Requires that a pair exists. Cost: O(log n + neighbours of a sample).
  MlhPair draw();

 private:
  bool none(bool near) const;
  MlhPair draw_evenly();
  MlhPair draw_by_sample();
  /// Sample number `rank` (from 0, in ascending order) among those that are neither i nor its
  /// neighbours.
  std::uint32_t other_of(std::uint32_t i, std::size_t rank) const;

  const NeighbourGraph& S_;
  Draw how_;
  Rng rng_;
  std::vector<std::uint32_t> with_near_, with_far_;  // samples that have neighbours; samples that
                                                     // have non-neighbours
  std::vector<std::size_t> far_;  // n + 1 numbers; far_[i]: number of ordered pairs of
                                  // non-neighbours whose first sample is below i
  bool near_turn_ = false;
};

}  // namespace hashlab::hashers
