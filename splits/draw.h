#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// The random parts that several splitting protocols share, drawn in this order: test queries,
/// training, validation queries, validation database, each from the rows that earlier parts left.
/// Test queries depend only on their own number, so other sizes may change without changing them.
/// With request.balance the first three are drawn in rounds, with one sample per class and round;
/// classes without remaining samples are skipped. A multi-label sample counts for the class for
/// which it was drawn (thesis section 6.3). The validation database is drawn uniformly.
struct Draw {
  Rows test_queries, training, validation_queries, validation_database;  ///< ascending
  Rows rest;  ///< rows in no part, ascending
};

/// Draws the parts of a split. Rows of request.excluded are in no part. With request.folds = K,
/// test queries come from the run's fold: one of K folds of a random order of the remaining rows,
/// with a new order for every K runs.
/// Errors:  invalid_argument, naming the size, if no row remains to be ranked or a part is too
///          large.
Draw draw_parts(const SplitRequest& request);

/// A split with the parts of `draw` and no ranked database yet. Its learnable rows are the training
/// and validation rows.
Split split_of(const Draw& draw);

/// Draws the test queries from `pool`, with request.folds only from its rows in the run's fold.
Rows draw_test_queries(Pool& pool, const SplitRequest& request);

/// Draws training, validation queries and validation database from `pool`; leaves the other parts
/// of the draw empty.
Draw draw_learnable(Pool& pool, const SplitRequest& request);

/// The random stream for one purpose in this split. Streams differ between purposes, runs, seeds
/// and data sets.
Rng split_stream(const SplitRequest& request, std::string_view purpose);

/// The union of disjoint ascending lists, ascending.
Rows merge(const std::vector<Rows>& parts);

}  // namespace hashlab::splits
