#pragma once

#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// Cumulative counts: how many items, and how many relevant items, lie within each radius, for one
/// query or summed over all queries. Element d counts distances 0 .. d; for real-valued distances
/// it counts the first d + 1 ties.
struct Cumulated {
  std::vector<std::uint64_t> all, relevant;  ///< of equal length, non-decreasing

  std::uint64_t n_all() const { return all.empty() ? 0 : all.back(); }
  std::uint64_t n_relevant() const { return relevant.empty() ? 0 : relevant.back(); }
  /// The share of relevant items among those within radius d; `empty` if there are none.
  double precision(std::size_t d, double empty = 0.0) const;
  /// The share of the relevant items that lie within radius d; 0 if there are no relevant items.
  double recall(std::size_t d) const;
};

/// The cumulative counts summed over all queries (thesis equations 3.8 and 3.9), from which
/// micro-averages are computed. For real-valued distances the radii are those of
/// RealDistances::pooled_radius.
Cumulated pooled(const RankCounts& counts);

/// The order of items at equal distance.
enum class TieOrder {
  any,             ///< exact mean over all orders of every tie
  relevant_first,  ///< the best case
  relevant_last,   ///< the worst case
};

/// How a mean over queries treats queries without relevant items.
enum class WithoutRelevant {
  skip,  ///< leaves them out
  zero,  ///< counts them as 0
};

/// Calls `visit` with the cumulated counts of each query that has a relevant item.
void for_each_query_with_relevant(const RankCounts& counts,
                                  const std::function<void(const Cumulated&)>& visit);

/// The mean of `value` over the queries with at least one relevant item. With
/// WithoutRelevant::zero, each other query counts as 0. Returns 0 if there is nothing to average.
double macro_average(const RankCounts& counts, const std::function<double(const Cumulated&)>& value,
                     WithoutRelevant rule = WithoutRelevant::skip);

/// The number of queries without relevant items in the database.
std::size_t queries_without_relevant(const RankCounts& counts);

/// The length of the longest ranking, which is the largest rank that tables indexed by rank need.
std::uint64_t longest_ranking(const RankCounts& counts);

}  // namespace hashlab
