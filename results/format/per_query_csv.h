#pragma once

#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// A CSV with one row per query: the index of the query (0-based), the number of its relevant
/// items, and the value of each metric for this query alone, nan if undefined. Except for metrics
/// that pool queries, a metric of all queries is the mean of its column without the nan values.
/// Cost:    each metric is computed once for each query.
std::string per_query_csv(const std::vector<Metric>& metrics, const RankCounts& counts);

}  // namespace hashlab::results
