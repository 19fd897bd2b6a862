#pragma once

#include "lib/data/feature_file.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>

namespace hashlab {

// Ground truth by true nearest neighbours: an item is relevant to a query if it is at least as
// similar to it as the k-th nearest item. Items that tie with the k-th nearest are all relevant, so
// that a query may have more than k relevant items, and the order of the database has no effect.
//
// Similarities are those of similarity_of() for the features as they are, in double precision with
// a fixed order of summation. They do not depend on BLAS, its kernels, or the number of threads.
// The cosine is that of the features without subtracting a mean, as vector databases compute it.

/// The nearest items of each query. `queries` and `database` are columns of X. If `ignored` has
/// lists, those are the positions that each query ignores (see Relevance::ignored): they are not
/// relevant and do not count among the k. They are also stored in the result.
/// Errors:  invalid_argument if k is 0, a query has fewer than k items that it does not ignore, or
///          a feature is not finite.
/// Cost:    2 queries * database * d flops through BLAS; more only for queries with many ties.
/// Memory:  the queries, and a piece of the database; never queries x database.
Relevance neighbour_relevance(const Features& X, const Rows& queries, const Rows& database,
                              std::size_t k, Similarity by, const Lists& ignored = {});

/// The same for a database that is read in pieces of `piece_rows` rows. `queries` is d x n.
/// Errors:  the same; those of reading the database.
Relevance neighbour_relevance(const Features& queries, const FeatureSource& database,
                              std::size_t piece_rows, std::size_t k, Similarity by,
                              const Lists& ignored = {});

/// The neighbour matrix of `rows`, which are columns of X: two rows are neighbours if one of them
/// is at least as similar to the other as its k-th nearest other row. If there are not more than k
/// rows, all are neighbours.
NeighbourGraph nearest_neighbours(const Features& X, const Rows& rows, std::size_t k,
                                  Similarity by);

}  // namespace hashlab
