#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <algorithm>
#include <cstddef>

namespace hashlab::experiments {

// Nested validation: the rows available for training are divided again, into rows on which
// candidates are trained and rows on which they are scored. A rung (race_data.h) trains on a part
// of the former.

struct InnerSizes {
  std::size_t training = 0, queries = 0, database = 0;
};

/// Default sizes for n rows: an eighth of them, at most 1,000, are queries; a quarter, at most
/// 10,000, are ranked; the others are for training.
/// Errors:  invalid_argument if there are fewer than 32 rows.
InnerSizes inner_sizes(std::size_t n);

struct InnerSplit {
  Rows training;           ///< in random order; a rung trains on the first rung_size() of them
  Rows queries, database;  ///< ascending
};

/// Disjoint random parts of the pool; the same stream and index give the same parts.
InnerSplit draw_inner_split(const Rows& pool, const InnerSizes& sizes, const Rng& rng,
                            std::size_t index);

/// The smallest number of training rows of a rung; with fewer, hash functions can hardly be
/// distinguished.
constexpr std::size_t least_rows(std::size_t bits) {
  return std::max<std::size_t>(128, 2 * bits + 2);
}

/// The number of the n training rows that a rung uses: its share of them, at least `least`.
std::size_t rung_size(std::size_t n, std::size_t rung, std::size_t least);

}  // namespace hashlab::experiments
