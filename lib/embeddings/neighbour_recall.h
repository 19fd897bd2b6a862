#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"

#include <cstdint>
#include <vector>

namespace hashlab {

// Recall of true nearest neighbours: the share of them that is among the first items of a ranking,
// such as a ranking by codes. For search engines this is known as "k-recall@n" (ann-benchmarks).
// Compute the rank counts with rank_counts(), real_rank_counts() or reranked_counts() and the
// relevance that exact_neighbours() returns, and pass them to neighbour_recall().

/// A ground truth in which the relevant items of a query are the first k of its `nearest` items
/// that are not in its ignored list. `ignored` has a list of ascending positions for each query, or
/// no lists at all. If a query is part of the database, its list must contain its own position.
/// Errors:  invalid_argument if the position of a relevant item is not below n_database, or if
///          `ignored` has lists but not one for each query.
Relevance exact_neighbours(const NearestItems& nearest, std::size_t n_database, std::size_t k,
                           const Lists& ignored = {});

/// For each number R in `first`, the share of a query's exact neighbours that are among the first R
/// items of the ranking, averaged over queries. Ties are averaged exactly over all their orders:
/// items at equal distance are equally likely to come first. Queries without neighbours are left
/// out.
/// Cost:    O(queries * (distances + numbers * log(distances))), where `numbers` is first.size().
/// Errors:  invalid_argument if a number in `first` is 0.
std::vector<double> neighbour_recall(const RankCounts& counts,
                                     const std::vector<std::uint64_t>& first);

}  // namespace hashlab
