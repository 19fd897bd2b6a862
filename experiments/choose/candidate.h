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

/// The facts of a task that decide which methods can be candidates of the race (race.h), and what
/// their evaluation costs.
struct TaskFacts {
  std::size_t bits = 0, features = 0;
  std::size_t training = 0, queries = 0, database = 0;  ///< rows of an inner split
  std::size_t classes = 0;     ///< number of classes in the labels of the task; 0: no labels
  bool by_class = false;       ///< label-based ground truth
  double neighbour_share = 0;  ///< proportion of neighbours among pairs of training rows
};

/// The reason why a method cannot be a candidate of the race; empty if it can.
std::string reason_against(const hashers::Hasher& hasher, const TaskFacts& facts);

/// The hash function as a candidate of the race, with the cost of one evaluation on each rung. The
/// cost is computed from declared costs of training, of encoding queries, database and training
/// rows, and of ranking. A candidate with a supervised projection is deferred
/// (Candidate::is_deferred) if the ground truth is metric or its quantiser is not the plain one,
/// because such a candidate is seldom the best.
Candidate candidate_of(const hashers::Hasher& hasher, const TaskFacts& facts);

/// The declared number of multiply-adds and comparisons for encoding one sample.
double encoding_steps(const hashers::Hasher& hasher, const TaskFacts& facts);

}  // namespace hashlab::experiments
