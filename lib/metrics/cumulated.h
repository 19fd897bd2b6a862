#pragma once

#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// How many items, and how many relevant ones, lie within each radius: element d counts distances
/// 0 .. d. Of one query, or pooled over all. By real-valued distances element d counts the ties up
/// to the d-th.
struct Cumulated {
  std::vector<std::uint64_t> all, relevant;  ///< of equal length, never falling

  std::uint64_t n_all() const { return all.empty() ? 0 : all.back(); }
  std::uint64_t n_relevant() const { return relevant.empty() ? 0 : relevant.back(); }
  /// Share of what lies within radius d that is relevant; `empty` if nothing does.
  double precision(std::size_t d, double empty = 0.0) const;
  /// Share of the relevant items that lie within radius d; 0 if none is relevant.
  double recall(std::size_t d) const;
};

/// Sums over all queries (thesis equations 3.8 and 3.9): a micro-average is computed from these. By
/// real-valued distances the radii are those of RankCounts::pooled_radius.
Cumulated pooled(const RankCounts& counts);

/// What a query without relevant items counts for in a mean over queries.
enum class WithoutRelevant {
  skip,  ///< nothing: it is left out
  zero,  ///< 0
};

/// The mean of `value` over the queries with at least one relevant item, and of zeros for the others
/// if so wished; 0 if there are none. `value` is not called for the others.
double macro_average(const RankCounts& counts, const std::function<double(const Cumulated&)>& value,
                     WithoutRelevant rule = WithoutRelevant::skip);

/// How many queries have no relevant item in the database.
std::size_t queries_without_relevant(const RankCounts& counts);

/// The length of the longest ranking: what tables by position need to reach.
std::uint64_t longest_ranking(const RankCounts& counts);

}  // namespace hashlab
