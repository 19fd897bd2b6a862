#pragma once

#include "lib/ranking/rank_counts.h"

namespace hashlab {

/// `counts` after their ranking is replaced by an uninformative one: all items of a query are tied,
/// at distance 0. A metric that is defined as the mean over all orders of tied items then equals
/// its mean over all rankings. For instance, average precision of N items of which R are relevant
/// becomes (H(N) + (R - 1) / (N - 1) (N - H(N))) / N with the harmonic numbers H. Such a value
/// depends only on the number of items and the number of relevant ones.
RankCounts all_tied(const RankCounts& counts);

/// The counts of an uninformative ranking, computed from the ground truth alone. All items of the
/// database that a query does not ignore are tied at distance 0.
RankCounts all_tied(const Relevance& relevance);

}  // namespace hashlab
