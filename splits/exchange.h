#pragma once

#include "lib/rng.h"
#include "lib/types.h"

namespace hashlab::splits {

/// Rows that enter a database, and equally many rows that leave it for them; both ascending.
struct Exchange {
  Rows entering, leaving;
};

/// Rows of `outside` enter `database`, each in place of one of its rows, so that the class
/// frequencies of the database are preserved. Rows with equal classes are exchanged at random.
///
/// With one label per row, the frequencies are preserved exactly: a row enters in place of a row of
/// the same class, and stays outside if none is left.
///
/// With several labels per row, a row enters in place of a row with the same classes, if there is
/// one. The remaining rows are exchanged so that two kinds of frequencies change little: that of
/// each class, and that of each number of classes per row. A row stays outside if this preserves
/// the frequencies better. It also stays outside if the database lacks one of its classes, or has
/// no row with the same number of classes.
/// Cost:    with several labels, comparisons of two sets of classes: a few for each pair of
///          different sets, and one for each set in `database` and each row of `outside` that
///          replaces no row with the same classes.
/// Errors:  invalid_argument if `outside` has more rows than `database`.
Exchange exchange_by_class(const Rows& outside, const Rows& database, const Labels& labels,
                           Rng rng);

}  // namespace hashlab::splits
