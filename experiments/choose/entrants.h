#pragma once

#include "experiments/choose/race.h"
#include "hashers/registry.h"
#include "hashers/work.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

// Who enters the race for a hash function. The product of all projections, quantisers and settings
// is thousands, so it is staged: first every projection with its defaults and single-bit
// quantisation; then, of the best three of these and of all, those that differ in one step: other
// settings of the projection, other quantisers, other settings of the quantiser. By steps every
// combination can be reached. A quantiser that is good on bad projections alone is not found, and
// where classes are the ground truth quantisers rarely help; so those of the best three are enough.
// Settings worth trying are those that methods declare themselves (LearningMethod::grid).

/// What decides who can enter, and what it costs.
struct EntryFacts {
  std::size_t bits = 0, features = 0;
  std::size_t training = 0, queries = 0, database = 0;  ///< rows of an inner split
  std::size_t classes = 0;     ///< that rows to learn from have; 0: no labels
  bool by_class = false;       ///< the ground truth
  double neighbour_share = 0;  ///< of all pairs of training rows
};

/// Every projection that can be learned, with its defaults; why the others cannot, in `left_out`.
std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out);

/// Those that differ from a hash function in one step and can be learned.
std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts);

/// The declared work of a score on each rung: learning, encoding queries, database and training
/// rows, ranking.
Entrant entrant_of(const Hasher& hasher, const EntryFacts& facts);

/// The full grid's work: what it takes to score every projection with each of its settings, and
/// every quantiser with each of its settings behind the cheapest projection, on one inner split.
/// The product of them all is dozens of times as much.
double full_grid_work(const EntryFacts& facts);

/// Declared multiply-adds and comparisons that encoding one sample takes.
double encoding_steps(const Hasher& hasher, const EntryFacts& facts);

}  // namespace hashlab
