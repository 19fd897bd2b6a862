#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// The random parts that several splitting protocols share, drawn in this order: test queries,
/// training, validation queries, validation database, each from the rows that earlier parts left.
/// Of all sizes, only the number of test queries affects which test queries are drawn.
/// With request.balance the first three are drawn in rounds, with one sample per class and round;
/// classes without remaining samples are skipped. A multi-label sample counts for the class for
/// which it was drawn (thesis section 6.3). The validation database is drawn uniformly.
struct Draw {
  Rows test_queries, training, validation_queries, validation_database;  ///< ascending
  Rows rest;  ///< the rows that were not drawn, without request.excluded, ascending
};

/// Draws the parts of a split. Rows of request.excluded are in no part. With request.folds = K, the
/// other rows are put in a random order, which changes after every K runs, and divided into K
/// folds. Each of the K runs draws its test queries from a fold of its own.
/// Errors:  invalid_argument naming the size, if a part is larger than the rows left for it; those
///          of check_split_sizes.
Draw draw_parts(const SplitRequest& request);

/// A split with the parts of `draw` and no ranked database yet. Its learnable rows are the training
/// and validation rows.
Split split_of(const Draw& draw);

/// Draws the test queries from `pool`. If request.folds is not 0, only the rows of the run's fold
/// are used (see draw_parts).
/// Errors:  invalid_argument if too few rows are left.
Rows draw_test_queries(Pool& pool, const SplitRequest& request);

/// Draws training, validation queries and validation database from `pool`; leaves the other parts
/// of the draw empty.
/// Errors:  invalid_argument naming the size for which too few rows are left.
Draw draw_learnable(Pool& pool, const SplitRequest& request);

/// The random stream for one purpose in the split of `request`. Streams differ between purposes,
/// runs, seeds and data sets.
Rng split_stream(const SplitRequest& request, std::string_view purpose);

/// The union of disjoint ascending lists, ascending.
Rows merge(const std::vector<Rows>& parts);

}  // namespace hashlab::splits
