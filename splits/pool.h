#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::splits {

/// The rows that are not yet in any part; each is drawn at most once.
class Pool {
 public:
  /// All of n rows except `excluded`.
  Pool(std::size_t n, const Rows& excluded);
  /// The rows that are also in `rows`.
  Pool within(const Rows& rows) const;

  /// `count` rows, every choice equally likely, ascending; fewer if fewer are left.
  Rows uniform(std::size_t count, Rng rng);
  /// Draws in rounds a random row of each class that still has rows; ascending. Returns fewer rows
  /// if no more rows have a class. A multi-label row counts for the class for which it was drawn.
  Rows balanced(std::size_t count, const Labels& labels, Rng rng);
  /// Removes these rows, which must still be in the pool.
  void take(const Rows& rows);

  Rows rest() const;  ///< ascending

 private:
  std::vector<std::uint8_t> taken_;
};

/// The rows of each class, ascending, ordered by class; a multi-label row is in several. A class
/// without rows has no list.
std::vector<Rows> rows_by_class(const Labels& labels);

}  // namespace hashlab::splits
