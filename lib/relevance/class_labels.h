#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

namespace hashlab {

// Class ground truth (thesis section 3.3.2): whoever shares at least one class is relevant. A
// sample without any class is relevant to nobody.

/// Positions in `database` that share a class with each query.
/// Cost:  one list for each distinct set of classes among the queries; O(database) time each.
Relevance class_relevance(const Labels& labels, const Rows& queries, const Rows& database);

/// The neighbour matrix of `rows` among themselves, without the diagonal.
NeighbourGraph class_neighbours(const Labels& labels, const Rows& rows);

}  // namespace hashlab
