#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>
#include <limits>

namespace hashlab {

// Graded relevance: an item's degree is the number of labels that it shares with the query, as
// counted by RankCounts::relevant and CodeDistances::at_least. The functions return means over
// queries; the value of each query is the exact mean over all orders of ties. They return 0 if no
// query has a relevant item.
// Errors:  invalid_argument if the counts are not graded, or k is 0.

/// Average cumulative gain: the mean degree of the first k ranks, or of all ranks if there are
/// fewer. It can exceed 1.
/// Source:  Jarvelin & Kekalainen, "IR evaluation methods for retrieving highly relevant
///          documents", SIGIR 2000; for hashing Zhao, Huang, Wang & Tan, "Deep semantic ranking
///          based hashing for multi-label image retrieval", CVPR 2015.
double mean_acg(const RankCounts& counts, std::uint64_t k,
                WithoutRelevant rule = WithoutRelevant::skip);

/// Weighted average precision: the mean, over the relevant items in the first k ranks, of the
/// average cumulative gain of the ranks up to each item; 0 if no relevant item is in the first k
/// ranks. It can exceed 1. If all degrees are 0 or 1, it is average precision with
/// ApDivisor::retrieved_relevant.
/// Source:  Zhao, Huang, Wang & Tan, CVPR 2015 (see mean_acg).
/// Cost:    as mean_average_precision with ApDivisor::retrieved_relevant.
double mean_weighted_precision(const RankCounts& counts,
                               std::uint64_t k = std::numeric_limits<std::uint64_t>::max(),
                               WithoutRelevant rule = WithoutRelevant::skip);

/// Normalised discounted cumulative gain of the first k ranks, k <= max_discounted: an item of
/// degree r at rank i gains (2^r - 1) / log2(1 + i). The sum of the gains is divided by its value
/// for the best order of the whole database.
/// Errors:  also invalid_argument if k exceeds max_discounted.
/// Source:  Burges et al., "Learning to rank using gradient descent", ICML 2005; Zhao, Huang, Wang
///          & Tan, CVPR 2015 (see mean_acg).
double mean_graded_ndcg(const RankCounts& counts, std::uint64_t k,
                        WithoutRelevant rule = WithoutRelevant::skip);

}  // namespace hashlab
