#pragma once

#include "lib/ranking/rank_counts.h"

namespace hashlab {

/// In which order items at equal distance are ranked.
enum class TieOrder {
  any,             ///< the exact mean over all orders of every tie
  relevant_first,  ///< the best a lucky order can score
  relevant_last,   ///< the worst
};

/// Mean over the queries with at least one relevant item of the average precision of the full
/// ranking (thesis equations 3.12 and 3.13); 0 if no query has one. Absolute error about 1e-14.
/// Cost:    O(queries * distances + database) time, O(database) memory.
/// Source:  McSherry & Najork, "Computing information retrieval performance measures efficiently in
///          the presence of tied scores", ECIR 2008, section 2 (average precision).
/// Differs: the sum over the positions of a tie is written with harmonic numbers, so its cost does
///          not depend on the size of the tie.
double mean_average_precision(const RankCounts& counts, TieOrder ties);

}  // namespace hashlab
