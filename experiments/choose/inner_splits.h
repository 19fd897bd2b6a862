#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <algorithm>
#include <cstddef>

namespace hashlab::experiments {

// Nested validation: rows that may be learned from are divided again, into rows that candidates are
// learned from and rows that they are scored on.

struct InnerSizes {
  std::size_t training = 0, queries = 0, database = 0;
};

/// Of n rows with no division of their own: an eighth ask, at most 1,000; a quarter are ranked, at
/// most 10,000.
/// Errors:  invalid_argument if there are fewer than 32.
InnerSizes inner_sizes(std::size_t n);

struct InnerSplit {
  Rows training;           ///< in random order: the first so many are what a rung learns from
  Rows queries, database;  ///< ascending
};

/// Disjoint parts of the pool, drawn at random; by the same stream and index the same.
InnerSplit draw_inner_split(const Rows& pool, const InnerSizes& sizes, const Rng& rng,
                            std::size_t index);

/// The fewest training rows of a rung: fewer hardly tell one hash function from another.
constexpr std::size_t least_rows(std::size_t bits) {
  return std::max<std::size_t>(128, 2 * bits + 2);
}

/// How many of n training rows a rung learns from: its share of them, at least `least`.
std::size_t rung_size(std::size_t n, std::size_t rung, std::size_t least);

}  // namespace hashlab::experiments
