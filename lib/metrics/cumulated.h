#pragma once

#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// How many items, and how many relevant ones, lie within each radius: element d counts distances
/// 0 .. d. Of one query, or pooled over all.
struct Cumulated {
  std::vector<std::uint64_t> all, relevant;  ///< of equal length, never falling

  std::uint64_t n_all() const { return all.empty() ? 0 : all.back(); }
  std::uint64_t n_relevant() const { return relevant.empty() ? 0 : relevant.back(); }
  /// Share of what lies within radius d that is relevant; 0 if nothing does.
  double precision(std::size_t d) const;
  /// Share of the relevant items that lie within radius d; 0 if none is relevant.
  double recall(std::size_t d) const;
};

/// Sums over all queries (thesis equations 3.8 and 3.9): a micro-average is computed from these.
Cumulated pooled(const RankCounts& counts);

/// The mean of `value` over the queries with at least one relevant item; 0 if there are none.
double macro_average(const RankCounts& counts,
                     const std::function<double(const Cumulated&)>& value);

}  // namespace hashlab
