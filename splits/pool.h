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
  /// Contains all of n rows except `excluded`.
  Pool(std::size_t n, const Rows& excluded);
  /// A pool of the rows in this pool that are also in `rows`.
  Pool within(const Rows& rows) const;

  /// Draws `count` rows, every choice equally likely, and returns them in ascending order. Returns
  /// all rows if fewer are left.
  Rows uniform(std::size_t count, Rng rng);
  /// Draws `count` rows in rounds: each round takes a random row of each class that still has rows,
  /// in a random order of the classes. The last round ends when `count` is reached. Returns the
  /// rows in ascending order; there are fewer if no row with a class is left. A multi-label row
  /// counts for the class for which it was drawn.
  Rows balanced(std::size_t count, const Labels& labels, Rng rng);
  /// Removes these rows, which must still be in the pool.
  void take(const Rows& rows);

  Rows rest() const;  ///< the rows that are still in the pool, ascending

 private:
  std::vector<std::uint8_t> taken_;
};

/// One list for each class, ordered by class: its rows, ascending. A multi-label row is in several
/// lists. A class without rows has no list.
std::vector<Rows> rows_by_class(const Labels& labels);

}  // namespace hashlab::splits
