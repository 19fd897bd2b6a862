#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>

namespace hashlab {

// Class ground truth (thesis section 3.3.2): whoever shares at least one class is relevant. A
// sample without any class is relevant to nobody.

/// Positions in `database` that share a class with each query.
/// Cost:  one list for each distinct set of classes among the queries; O(database) time each.
Relevance class_relevance(const Labels& labels, const Rows& queries, const Rows& database);

/// The same for queries and a database, or a piece of one, that have labels of their own.
/// Errors:  invalid_argument if one has a class each and the other columns of 0 and 1, or another
///          number of columns.
Relevance class_relevance(const Labels& queries, const Labels& database);

/// How many lists class_relevance makes for these queries: distinct sets of classes.
std::size_t label_sets(const Labels& queries);

/// The labels of these rows, in their order; empty if `labels` is.
Labels labels_of_rows(const Labels& labels, const Rows& rows);

/// The neighbour matrix of `rows` among themselves, without the diagonal.
NeighbourGraph class_neighbours(const Labels& labels, const Rows& rows);

}  // namespace hashlab
