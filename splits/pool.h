#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Rows that are still to be had: hands out each at most once.
class Pool {
 public:
  /// All of n rows but `excluded`.
  Pool(std::size_t n, const Rows& excluded);
  /// Those of them that are among `rows` too.
  Pool within(const Rows& rows) const;

  /// `count` rows, each choice equally likely, ascending; fewer if there are not as many left.
  Rows uniform(std::size_t count, Rng rng);
  /// Class by class in turn, a random row of each, a class that is used up being passed over;
  /// ascending. Fewer if no more rows have a class. A multi-label row counts for the class that drew
  /// it.
  Rows balanced(std::size_t count, const Labels& labels, Rng rng);
  /// Hands out these, which are left.
  void take(const Rows& rows);

  Rows rest() const;  ///< ascending

 private:
  std::vector<std::uint8_t> taken_;
};

/// The rows of each class, ascending, by class; a multi-label row is in several. Class numbers need not
/// be dense: a class without rows has no list.
std::vector<Rows> rows_by_class(const Labels& labels);

}  // namespace hashlab
