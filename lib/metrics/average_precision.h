#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <limits>

namespace hashlab {

/// The order of items at equal distance.
enum class TieOrder {
  any,             ///< exact mean over all orders of every tie
  relevant_first,  ///< the best case
  relevant_last,   ///< the worst case
};

/// The divisor of the sum of the precisions at the relevant items in the first `cutoff` ranks.
enum class ApDivisor {
  relevant,            ///< number of relevant items in the database
  retrieved_relevant,  ///< number in the first `cutoff` ranks; average precision is 0 if none
  smaller,             ///< min(`cutoff`, number of relevant items)
};

/// Selects among the definitions of average precision in use.
struct ApRule {
  TieOrder ties = TieOrder::any;
  std::uint64_t cutoff = std::numeric_limits<std::uint64_t>::max();  ///< at least 1
  ApDivisor divisor = ApDivisor::relevant;
  WithoutRelevant without = WithoutRelevant::skip;
};

/// Mean over queries of the average precision of the full ranking (thesis equations 3.12 and 3.13),
/// or of its first ranks; 0 if no query has a relevant item. Absolute error about 1e-14.
///
/// If a tie straddles the cutoff, the number of its relevant items in the first ranks is random,
/// with a hypergeometric distribution; given that number, all positions are equally likely. With
/// the divisor retrieved_relevant the mean of quotients over both is computed exactly. With this
/// divisor relevant_first and relevant_last are not the best and the worst order, since one more
/// relevant item within the cutoff increases the divisor.
/// Errors:  invalid_argument for retrieved_relevant with any other TieOrder than `any`.
/// Cost:    O(queries * distances + min(database, 2^20)) time, and for retrieved_relevant with a
///          cutoff O(sqrt(cutoff)) more per query; O(min(database, 2^20)) memory.
/// Source:  McSherry & Najork, "Computing information retrieval performance measures efficiently in
///          the presence of tied scores", ECIR 2008, section 2 (average precision).
/// Differs: the sum over the positions of a tie is expressed by harmonic numbers, so its cost does
///          not depend on the size of the tie.
double mean_average_precision(const RankCounts& counts, const ApRule& rule = {});

}  // namespace hashlab
