#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// The draws that all strategies share, in this order: test queries, training, validation queries,
/// validation database; each from what the earlier ones left. Test queries depend on their own size
/// only, so other sizes may change without moving them.
/// With request.balance the first three are drawn in rounds, one sample per class and round,
/// without classes that are used up; a multi-label sample counts for the class that drew it (thesis
/// section 6.3). The validation database is drawn uniformly.
struct Draw {
  Rows test_queries, training, validation_queries, validation_database;  ///< ascending
  Rows rest;  ///< rows in no part, ascending
};

/// Rows of request.excluded are in no part. With request.folds, test queries come from the run's
/// fold: one of K folds of a random order of all rows, with a new order for every K runs.
/// Errors: invalid_argument if the parts leave nothing to rank, or a part does not fit, naming the
///         size.
Draw draw_parts(const SplitRequest& request);

/// The parts that strategies have in common: all but the ranked database. Learnable are training
/// and validation.
Split split_of(const Draw& draw);

/// Test queries from `pool`, or from its rows in the run's fold.
Rows draw_test_queries(Pool& pool, const SplitRequest& request);

/// Training, validation queries and validation database from `pool`; nothing else of the draw.
Draw draw_learnable(Pool& pool, const SplitRequest& request);

/// The random stream of one choice of this split; no other run or data set has the same.
Rng split_stream(const SplitRequest& request, std::string_view purpose);

/// The union of disjoint ascending lists, ascending.
Rows merge(const std::vector<Rows>& parts);

}  // namespace hashlab::splits
