#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <algorithm>
#include <cstddef>

namespace hashlab::experiments {

// Nested validation: the rows available for training are divided again, into rows on which
// candidates are trained and rows on which they are scored. On a rung (race_data.h), candidates are
// trained on a part of the training rows.

/// Numbers of rows in the parts of an inner split.
struct InnerSizes {
  std::size_t training = 0, queries = 0, database = 0;
};

/// Default sizes for n rows: an eighth of the rows, at most 1,000, are queries; a quarter, at most
/// 10,000, are the database; all others are for training.
/// Errors:  invalid_argument if there are fewer than 32 rows.
InnerSizes inner_sizes(std::size_t n);

/// The rows of the parts of an inner split.
struct InnerSplit {
  Rows training;           ///< in random order; a rung trains on the first rung_size() of them
  Rows queries, database;  ///< ascending
};

/// Draws inner split number `index`: disjoint random parts of `pool`, the rows available for
/// training. The same `rng` and `index` give the same parts.
InnerSplit draw_inner_split(const Rows& pool, const InnerSizes& sizes, const Rng& rng,
                            std::size_t index);

/// The smallest number of training rows of the first rung. With fewer rows, hash functions of
/// `bits` bits can hardly be distinguished.
constexpr std::size_t min_rows(std::size_t bits) {
  return std::max<std::size_t>(128, 2 * bits + 2);
}

/// How many of the n training rows of an inner split are used on a rung. It is the rung's share of
/// n (rung_shares), rounded up, but at least `least` on the first rung and 2 * `least` on the
/// others. It is never more than n.
std::size_t rung_size(std::size_t n, std::size_t rung, std::size_t least);

}  // namespace hashlab::experiments
