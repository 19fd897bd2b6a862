#pragma once

#include "lib/rng.h"
#include "lib/types.h"

namespace hashlab::splits {

/// Rows that enter a database, and equally many rows that leave it for them; both ascending.
struct Exchange {
  Rows entering, leaving;
};

/// Rows of `outside` enter `database`, each in place of one of its rows, so that the class
/// frequencies of the database are preserved. With single labels they are preserved exactly: a row
/// enters in place of one of the same class, and stays outside if there is none left. With several
/// labels a row enters in place of one with the same classes, if there is one. Otherwise it
/// replaces a row for which two kinds of frequencies change as little as possible: that of each
/// class, and that of each number of classes per row. The row stays outside if this preserves the
/// frequencies better, or if no row of the database has one of its classes, or none has as many
/// classes. Rows with equal classes are exchanged at random. The two lists have no row in common.
/// Cost:    with several labels, comparisons of two sets of classes: a few for each pair of
///          different sets, and one for each set in `database` and each row of `outside` that
///          replaces no row with the same classes.
/// Errors:  invalid_argument if `outside` has more rows than `database`.
Exchange exchange_by_class(const Rows& outside, const Rows& database, const Labels& labels,
                           Rng rng);

}  // namespace hashlab::splits
