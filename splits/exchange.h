#pragma once

#include "lib/rng.h"
#include "lib/types.h"

namespace hashlab::splits {

/// Rows that enter a database, and as many that leave it for them; both ascending.
struct Exchange {
  Rows entering, leaving;
};

/// Rows of `outside` enter `database`, each in place of one of its rows, so that the database keeps
/// the numbers of rows a class that it has. With single labels it keeps them exactly: a row enters
/// in place of one of the same class, and stays outside if there is none left. With several labels
/// a row enters in place of one with the same classes, or else of one that moves these numbers, and
/// those of rows with as many classes, little; it stays outside if they are better kept so, and if
/// the database has no row of one of its classes.
/// Which rows of equal classes are exchanged is random. The two lists have no row in common.
/// Cost:    with several labels, comparisons of two sets of classes: some for every two sets, and
///          one for every row of `outside` that finds no equal and every set in `database`.
/// Errors:  invalid_argument if there are more rows outside than in the database.
Exchange exchange_by_class(const Rows& outside, const Rows& database, const Labels& labels,
                           Rng rng);

}  // namespace hashlab::splits
