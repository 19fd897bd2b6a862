#pragma once

#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <cstddef>

namespace hashlab::results {

/// The dependence of the difference of two values on the drawn test queries.
struct QueryBootstrap {
  double difference = 0;     ///< over all queries, first minus second
  double low = 0, high = 0;  ///< percentile interval
  double p_value = 1;        ///< two-sided, in (0, 1], at least 2 / (resamples + 1)
};

/// Paired bootstrap over the queries of one run: as many queries as there are are drawn with
/// replacement, and the metric is computed for both rankings on the same draw. The result refers to
/// this run, its training and its database only. p is twice the share of draws, including the
/// observed one, whose difference is not above (or not below) zero, whichever share is smaller.
/// Shapes:  query q of both is the same sample; databases and codes may differ.
/// Pure:    draws come from a stream of fixed seed, the same for all pairs with as many queries.
/// Errors:  invalid_argument if numbers of queries differ, there are none, resamples is 0 or
///          confidence is not within (0, 1); if the metric is undefined for real-valued rankings,
///          or pools their queries, because single queries have no common radii.
/// Cost:    for pooled metrics O(resamples * queries * distances) additions; for means the metric
///          once a query, then O(resamples * queries); for others `resamples` times that of the
///          metric.
/// Source:  Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 16;
///          Sakai, "Evaluating evaluation metrics based on the bootstrap", SIGIR 2006.
QueryBootstrap bootstrap_queries(const Metric& metric, const RankCounts& a, const RankCounts& b,
                                 std::size_t resamples, double confidence = 0.95);

}  // namespace hashlab::results
