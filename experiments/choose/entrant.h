#pragma once

#include "experiments/choose/race_data.h"
#include "hashers/registry.h"
#include "hashers/work.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

inline constexpr std::string_view plain_quantiser = "sbq";

/// What decides who can enter a race for a hash function, and what it costs.
struct EntryFacts {
  std::size_t bits = 0, features = 0;
  std::size_t training = 0, queries = 0, database = 0;  ///< rows of an inner split
  std::size_t classes = 0;     ///< that rows to learn from have; 0: no labels
  bool by_class = false;       ///< the ground truth
  double neighbour_share = 0;  ///< of all pairs of training rows
};

/// Why it cannot enter; empty if it can.
std::string reason_against(const hashers::Hasher& hasher, const EntryFacts& facts);

/// The declared work of a score on each rung: learning, encoding queries, database and training
/// rows, ranking. What several bits a dimension are made of, and by a ball whatever is supervised,
/// is late: they are seldom ahead.
Entrant entrant_of(const hashers::Hasher& hasher, const EntryFacts& facts);

/// Declared multiply-adds and comparisons that encoding one sample takes.
double encoding_steps(const hashers::Hasher& hasher, const EntryFacts& facts);

}  // namespace hashlab::experiments
