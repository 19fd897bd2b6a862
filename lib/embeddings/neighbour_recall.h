#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"

#include <cstdint>
#include <vector>

namespace hashlab {

// Recall of the true nearest neighbours by codes or any other ranking, known as "k-recall@n" for
// search engines (ann-benchmarks). Count the ranking by rank_counts(), real_rank_counts() or
// reranked_counts(), with the relevance that exact_neighbours() returns.

/// A ground truth in which the first k of the items found for each query are relevant, except those
/// in the query's ignored list: ascending positions per query, or no lists at all. Queries that are
/// part of the database must ignore themselves.
/// Errors:  invalid_argument if a position is not below n_database, or the numbers of lists and
///          queries differ.
Relevance exact_neighbours(const NearestItems& nearest, std::size_t n_database, std::size_t k,
                           const Lists& ignored = {});

/// For each number R in `first`, the share of a query's exact neighbours that are among the first R
/// items of the ranking, averaged over queries. Ties are averaged exactly over all their orders:
/// items at equal distance are equally likely to come first. Queries without neighbours are left
/// out.
/// Cost:    O(queries * (distances + numbers * log(distances))).
/// Errors:  invalid_argument if a number is 0.
std::vector<double> neighbour_recall(const RankCounts& counts,
                                     const std::vector<std::uint64_t>& first);

}  // namespace hashlab
