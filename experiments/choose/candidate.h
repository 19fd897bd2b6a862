#pragma once

#include "experiments/choose/race_data.h"
#include "hashers/registry.h"
#include "hashers/work.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The quantiser with one bit per dimension.
inline constexpr std::string_view plain_quantiser = "sbq";

/// The facts that decide which methods can enter the race (race.h), and at what cost.
struct EntryFacts {
  std::size_t bits = 0, features = 0;
  std::size_t training = 0, queries = 0, database = 0;  ///< rows of an inner split
  std::size_t classes = 0;     ///< number of classes in the labels of the task; 0: no labels
  bool by_class = false;       ///< label-based ground truth
  double neighbour_share = 0;  ///< proportion of neighbours among pairs of training rows
};

/// The reason why a method cannot enter the race; empty if it can.
std::string reason_against(const hashers::Hasher& hasher, const EntryFacts& facts);

/// The hash function as a candidate of the race, with its cost for one score on each rung
/// (Entrant). The cost is computed from declared costs of training, of encoding queries, database
/// and training rows, and of ranking. A candidate with a supervised projection enters late
/// (Entrant::is_late) if the ground truth is metric or its quantiser is not the plain one, because
/// such a candidate is seldom the best.
Entrant entrant_of(const hashers::Hasher& hasher, const EntryFacts& facts);

/// The declared number of multiply-adds and comparisons for encoding one sample.
double encoding_steps(const hashers::Hasher& hasher, const EntryFacts& facts);

}  // namespace hashlab::experiments
