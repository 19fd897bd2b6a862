#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <limits>

namespace hashlab {

/// In which order items at equal distance are ranked.
enum class TieOrder {
  any,             ///< the exact mean over all orders of every tie
  relevant_first,  ///< the best a lucky order can score
  relevant_last,   ///< the worst
};

/// What the sum of the precisions at the relevant items of the first `cutoff` ranks is divided by.
enum class ApDivisor {
  relevant,            ///< the relevant items of the database
  retrieved_relevant,  ///< those among the first `cutoff`; average precision 0 if there are none
  smaller,             ///< the smaller of `cutoff` and the relevant items
};

/// Which of the definitions in use of average precision.
struct ApRule {
  TieOrder ties = TieOrder::any;
  std::uint64_t cutoff = std::numeric_limits<std::uint64_t>::max();  ///< at least 1
  ApDivisor divisor = ApDivisor::relevant;
  WithoutRelevant without = WithoutRelevant::skip;
};

/// Mean over queries of the average precision of the full ranking (thesis equations 3.12 and 3.13),
/// or of its first ranks; 0 if no query has a relevant item. Absolute error about 1e-14.
///
/// A tie that straddles the cutoff brings a random number of its relevant items into the first
/// ranks, so with the divisor retrieved_relevant a mean of quotients is needed: that number is
/// hypergeometric, given it every choice of positions is as likely, and the mean over both is
/// computed exactly. For this divisor relevant_first and relevant_last are not the best and the
/// worst order, as one more relevant item at the cutoff raises the divisor.
/// Errors:  invalid_argument for retrieved_relevant with another order of ties than any.
/// Cost:    O(queries * distances + min(database, 2^20)) time, and for retrieved_relevant with a
///          cutoff O(square root of cutoff) more a query; O(min(database, 2^20)) memory.
/// Source:  McSherry & Najork, "Computing information retrieval performance measures efficiently in
///          the presence of tied scores", ECIR 2008, section 2 (average precision).
/// Differs: the sum over the positions of a tie is written with harmonic numbers, so its cost does
///          not depend on the size of the tie.
double mean_average_precision(const RankCounts& counts, const ApRule& rule = {});

}  // namespace hashlab
