#pragma once

#include "experiments/choose/race_data.h"
#include "hashers/registry.h"
#include "hashers/work.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

inline constexpr std::string_view plain_quantiser = "sbq";

/// The facts that decide which methods can enter the race (race.h), and at what cost.
struct EntryFacts {
  std::size_t bits = 0, features = 0;
  std::size_t training = 0, queries = 0, database = 0;  ///< rows of an inner split
  std::size_t classes = 0;     ///< number of classes of the rows available for training; 0: no
                               ///< labels
  bool by_class = false;       ///< label-based ground truth
  double neighbour_share = 0;  ///< share of neighbours among all pairs of training rows
};

/// The reason why a method cannot enter the race; empty if it can.
std::string reason_against(const hashers::Hasher& hasher, const EntryFacts& facts);

/// The hash function as a candidate of the race. Its work for a score on each rung is computed from
/// declared costs: training, encoding queries, database and training rows, and ranking. Supervised
/// methods enter late (Entrant::is_late) with metric ground truth, and with any quantiser except
/// the plain one, because they are then seldom best.
Entrant entrant_of(const hashers::Hasher& hasher, const EntryFacts& facts);

/// The declared multiply-adds and comparisons for encoding one sample.
double encoding_steps(const hashers::Hasher& hasher, const EntryFacts& facts);

}  // namespace hashlab::experiments
