#pragma once

#include "lib/codes/codes.h"
#include "lib/embeddings/nearest.h"
#include "lib/hamming/kernel.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/neighbours.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>

namespace hashlab {

// Re-ranking: searching with codes gives each query a shortlist of R items, which is then sorted by
// the exact similarity of the features.

/// The R items nearest to each query by their codes (all items if there are fewer than R), without
/// the items that the query ignores (Relevance::ignored). Ties at the R-th place are broken by
/// position, so the shortlist is the same for every kernel and number of threads.
/// Cost:    that of top_k() with k = R + the length of the longest list in `ignored`.
/// Errors:  invalid_argument if R is 0, or if `ignored` has lists but not one for each query; those
///          of LinearScan.
Neighbours shortlist(const Codes& queries, const Codes& database, std::size_t R,
                     const Lists& ignored, const Kernel& kernel, std::size_t threads = 1);

/// The items of each shortlist sorted by similarity to the query, nearest first; items of equal
/// similarity are in order of position.
/// Shapes:  queries d x shortlist.n_queries(), database d x n.
/// Cost:    per query, R d flops in double precision times 2 for the inner product, 3 for Euclidean
///          and about 4 for cosine, which also computes lengths. The features of the R items are
///          read in place from `database`. Memory: the result.
/// Errors:  invalid_argument if shapes or positions do not fit, or values of a query or of an item
///          of its shortlist are not finite.
NearestItems reranked(const Neighbours& shortlist, const Features& queries,
                      const Features& database, Similarity similarity, std::size_t threads = 1);
/// The same for shortlists by estimates (see nearest_by_estimates).
NearestItems reranked(const NearestItems& shortlist, const Features& queries,
                      const Features& database, Similarity similarity, std::size_t threads = 1);

/// The whole ranking after re-ranking, in the real-valued form of RankCounts, for metrics. First
/// come the items of the shortlist, where items of equal similarity are a tie; then all other items
/// by code distance, where items at equal distance are a tie. Items that a query ignores are
/// removed from the ranking, including those of the shortlist. Metrics that pool queries are not
/// defined, because queries have no common radius. `by_codes` holds the counts of the database by
/// code distance (rank_counts()) for the same relevance; `order` is the result of reranked() for
/// the shortlist.
/// Cost:    O(R log(relevant + ignored) + distances) per query.
/// Errors:  invalid_argument if numbers of queries differ, `by_codes` is real-valued, `order` and
///          `shortlist` have different numbers of items for a query, or a shortlist has items that
///          `by_codes` does not have.
RankCounts reranked_counts(const RankCounts& by_codes, const Neighbours& shortlist,
                           const NearestItems& order, const Relevance& relevance);

/// The whole ranking after re-ranking a shortlist by estimates: first the items of `order`, where
/// items of equal similarity are a tie, then all others by estimate, where equal estimates are a
/// tie. Items that a query ignores are removed. Metrics that pool queries are not defined.
/// Cost:    that of the estimates, and O(n log relevant) per query.
/// Errors:  invalid_argument if numbers of queries or items differ.
RankCounts reranked_counts(const Estimates& estimates, const NearestItems& order,
                           const Relevance& relevance);

}  // namespace hashlab
