#pragma once

#include "splits/split.h"

namespace hashlab {

/// The draws that all strategies share, in this order: test queries, training, validation queries,
/// validation database; each from what the earlier ones left. Test queries depend on their own size
/// alone, so other sizes may change without moving them.
/// With request.balance the first three are drawn class by class in turn, one sample a class and
/// round, a class that is used up being passed over; a multi-label sample counts for the class that
/// drew it (thesis section 6.3). The validation database is drawn uniformly.
struct Draw {
  Rows test_queries, training, validation_queries, validation_database;  ///< ascending
  Rows rest;  ///< what no part took, ascending
};

/// request.excluded rows are in no part.
/// Errors: invalid_argument if the parts leave nothing to rank, naming the largest size.
Draw draw_parts(const SplitRequest& request);

/// The parts that strategies share: all but what is ranked. Learnable are training and validation.
Split split_of(const Draw& draw);

/// The union of disjoint ascending lists, ascending.
Rows merge(const std::vector<Rows>& parts);

}  // namespace hashlab
