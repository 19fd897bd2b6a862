#pragma once

#include "lib/ranking/rank_counts.h"

namespace hashlab {

/// The same queries ranked by somebody who knows nothing: all items of a query are tied, at
/// distance 0. A metric that is the mean over all orders of ties is then the mean over all
/// rankings. Average precision of N items of which R are relevant, for instance, becomes (H(N) + (R
/// - 1) / (N - 1) (N - H(N))) / N with the harmonic numbers H. Such a value depends on how many
/// items there are and how many of them are relevant, on nothing else.
RankCounts all_tied(const RankCounts& counts);

/// The same where nothing was ranked.
RankCounts all_tied(const Relevance& relevance);

}  // namespace hashlab
