#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"

#include <cstdint>
#include <vector>

namespace hashlab {

// How well codes, or any other ranking, find the true nearest neighbours: what engineers of search
// engines call recall, or "k-recall@n" (ann-benchmarks). Count the ranking by rank_counts(),
// real_rank_counts() or reranked_counts() for the relevance that exact_neighbours() gives.

/// The relevance in which the first k of the items found for each query are the relevant ones, but
/// for those that it ignores: a list of ascending positions for each query, or no lists. Queries
/// that are part of the database have to ignore themselves.
/// Errors:  invalid_argument if an item is beyond the n_database items, or there are other numbers
///          of lists and queries.
Relevance exact_neighbours(const NearestItems& nearest, std::size_t n_database, std::size_t k,
                           const Lists& ignored = {});

/// For each number in `first` the mean over queries of the share of a query's exact neighbours that
/// are among so many first items of the ranking. Exact means over all orders of ties: items at
/// equal distance are equally likely to come first. Queries without neighbours are left out.
/// Cost:    O(queries * (distances + numbers * log(distances))).
/// Errors:  invalid_argument if a number is 0.
std::vector<double> neighbour_recall(const RankCounts& counts,
                                     const std::vector<std::uint64_t>& first);

}  // namespace hashlab
