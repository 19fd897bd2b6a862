#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hashlab {

// Label-based (class) ground truth (thesis section 3.3.2): an item is relevant to a query if they
// share at least one class. A sample without classes is relevant to no query.

/// For each query, the positions in `database` of the items that share a class with the query.
/// `queries` and `database` are rows of `labels`.
/// Cost:    one list per distinct set of classes among the queries; O(database) time for all lists
///          if each sample has one class, else O(database * classes) plus O(database) for each
///          class of each list.
Relevance class_relevance(const Labels& labels, const Rows& queries, const Rows& database);

/// For each query, the positions of the items that share at least `least` >= 1 classes with the
/// query. `queries` holds the labels of the queries, `database` those of a database or a piece of
/// one.
/// Errors:  invalid_argument if one of the two is in the form Labels::single and the other in the
///          form Labels::multi, or if both are in the latter form with different numbers of
///          classes.
Relevance class_relevance(const Labels& queries, const Labels& database, std::size_t least = 1);

/// The largest number of classes of one sample.
std::size_t max_classes(const Labels& labels);

/// The number of distinct sets of classes among the queries, for each of which class_relevance
/// makes one list.
std::size_t label_sets(const Labels& queries);

/// The labels of these rows, in their order; empty if `labels` is empty.
Labels labels_of_rows(const Labels& labels, std::span<const std::uint32_t> rows);

/// The neighbour matrix of `rows`: two rows are neighbours if they share a class. The diagonal is
/// zero.
NeighbourGraph class_neighbours(const Labels& labels, const Rows& rows);

}  // namespace hashlab
