#pragma once

#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <cstddef>

namespace hashlab::results {

/// The difference of a metric between two rankings, and its dependence on the draw of test queries.
struct QueryBootstrap {
  double difference = 0;     ///< over all queries, first minus second
  double low = 0, high = 0;  ///< percentile interval
  double p_value = 1;        ///< two-sided, in (0, 1], at least 2 / (resamples + 1)
};

/// Paired bootstrap over the n queries of one run. Each draw takes n queries with replacement, and
/// the metric is computed for both rankings on the same draw. The result refers to this run, its
/// training and its database only. For the p-value, the observed queries count as one more draw
/// whose difference is zero: p is twice the smaller of two shares, that of the draws with a
/// difference of at most zero and that of the draws with a difference of at least zero.
/// Shapes:  query q of `a` and of `b` is the same sample; their databases and codes may differ.
/// Pure:    draws come from a stream of fixed seed; all pairs with equally many queries have the
///          same draws.
/// Errors:  invalid_argument if the numbers of queries differ or are 0, resamples is 0, or
///          confidence is not within (0, 1); also if rankings are real-valued and the metric is
///          undefined for them, or pools queries, because their queries have no common radii.
/// Cost:    O(resamples * queries * distances) additions if the metric pools queries. If it is a
///          mean over queries, it is computed once for each query, and the draws add
///          O(resamples * queries). Any other metric is computed `resamples` times.
/// Source:  Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 16;
///          Sakai, "Evaluating evaluation metrics based on the bootstrap", SIGIR 2006.
QueryBootstrap bootstrap_queries(const Metric& metric, const RankCounts& a, const RankCounts& b,
                                 std::size_t resamples, double confidence = 0.95);

}  // namespace hashlab::results
