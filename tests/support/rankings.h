#pragma once

#include "lib/ranking/rank_counts.h"
#include "lib/rng.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::testing {

/// One query's ranking before counting: distance and relevance of every item.
struct Ranking {
  std::vector<unsigned> D;
  std::vector<bool> relevant;
};
using Rankings = std::vector<Ranking>;

/// A score of one ranked list, nearest first.
using ListScore = std::function<double(const std::vector<bool>& relevant)>;

Rankings random_rankings(std::size_t n_queries, std::size_t n_items, std::size_t n_distances,
                         Rng rng);
RankCounts counted(const Rankings& rankings, std::size_t n_distances);
bool any_relevant(const Ranking& ranking);
/// Relevance by rank: a stable sort, ties with relevant items first, last, or as they come.
enum class Order { as_they_come, relevant_first, relevant_last };
std::vector<bool> sorted(const Ranking& ranking, Order order);

/// Mean, largest and smallest score over every list that sorts by distance, one by one.
struct OverOrders {
  double mean = 0, best = 0, worst = 0;
};
OverOrders over_all_orders(const Ranking& ranking, const ListScore& score);

/// The mean over queries of over_all_orders(); queries without relevant items are left out or count
/// as zeros.
OverOrders mean_over_queries(const Rankings& rankings, const ListScore& score, bool count_zeros);

}  // namespace hashlab::testing
