#pragma once

#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A CSV with one row per query: its row among the queries (0-based), the number of its relevant
/// items, and each metric for this query alone, nan if undefined. The mean of those values of a
/// column that are not nan is the metric, except for metrics that pool queries.
/// Cost:    each metric is computed once for each query.
std::string per_query_csv(const std::vector<Metric>& metrics, const RankCounts& counts);

}  // namespace hashlab::experiments
