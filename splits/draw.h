#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// The random parts that all splitting protocols share, drawn in this order: test queries,
/// training, validation queries, validation database, each from the rows that earlier parts left.
/// Test queries depend only on their own number, so other sizes may change without changing them.
/// With request.balance the first three are drawn in rounds, with one sample per class and round;
/// classes without remaining samples are skipped. A multi-label sample counts for the class for
/// which it was drawn (thesis section 6.3). The validation database is drawn uniformly.
struct Draw {
  Rows test_queries, training, validation_queries, validation_database;  ///< ascending
  Rows rest;  ///< rows in no part, ascending
};

/// Rows of request.excluded are in no part. With request.folds, test queries come from the run's
/// fold: one of K folds of a random order of all rows, with a new order for every K runs.
/// Errors: invalid_argument, naming the size, if no row remains to be ranked or a part is too
///   large.
Draw draw_parts(const SplitRequest& request);

/// The parts that splitting protocols have in common: all except the ranked database. Training and
/// validation rows are the learnable ones.
Split split_of(const Draw& draw);

/// Test queries from `pool`, or from its rows in the run's fold.
Rows draw_test_queries(Pool& pool, const SplitRequest& request);

/// Draws training, validation queries and validation database from `pool`; leaves the other parts
/// of the draw empty.
Draw draw_learnable(Pool& pool, const SplitRequest& request);

/// The random stream for one choice in this split; streams of other runs and data sets differ.
Rng split_stream(const SplitRequest& request, std::string_view purpose);

/// The union of disjoint ascending lists, ascending.
Rows merge(const std::vector<Rows>& parts);

}  // namespace hashlab::splits
