#pragma once

#include "lib/codes/codes.h"
#include "lib/embeddings/nearest.h"
#include "lib/hamming/kernel.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"
#include "lib/search/neighbours.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>

namespace hashlab {

// Re-ranking: a search by codes gives each query a shortlist of R items, which is then ordered by
// the exact similarity of their features.

/// The R items nearest to each query by their codes, or all if there are fewer, without those that
/// the query ignores. Of the items at the R-th distance those at lower positions are taken, so the
/// shortlist is the same for every kernel and number of threads. `ignored` is that of Relevance.
/// Cost:    that of top_k() for R and as many more as the longest list of `ignored` has.
/// Errors:  invalid_argument if R is 0 or `ignored` is for another number of queries; those of
///          LinearScan.
Neighbours shortlist(const Codes& queries, const Codes& database, std::size_t R,
                     const Lists& ignored, const Kernel& kernel, std::size_t threads = 1);

/// The items of each shortlist by their similarity to the query, nearest first, items of equal
/// similarity by position.
/// Shapes:  queries d x shortlist.n_queries(), database d x n.
/// Cost:    O(R d) a query: 2 R d (cosine: 4 R d) flops in double precision, and R columns of the
///          database read from where they are. Memory: the result.
/// Errors:  invalid_argument if shapes or positions do not fit, or values of a query or of an item
///          of its shortlist are not finite.
NearestItems reranked(const Neighbours& shortlist, const Features& queries,
                      const Features& database, Similarity similarity, std::size_t threads = 1);

/// The whole ranking after re-ranking, in the real-valued form of RankCounts, for metrics: first
/// the items of the shortlist, those of equal similarity as a tie, then all others in the order of
/// their codes, those at equal distance as a tie. Items that a query ignores are left out, also of
/// the shortlist. Queries have no radius in common, so nothing is pooled: metrics that pool queries
/// are not defined.
/// `by_codes` counts the database by the distances of the codes (rank_counts()), for the same
/// relevance; `order` is what reranked() made of the shortlist.
/// Cost:    O(R log(relevant) + distances) a query.
/// Errors:  invalid_argument if numbers of queries differ, `by_codes` is real-valued, or a
///          shortlist has items that `by_codes` has not.
RankCounts reranked_counts(const RankCounts& by_codes, const Neighbours& shortlist,
                           const NearestItems& order, const Relevance& relevance);

}  // namespace hashlab
