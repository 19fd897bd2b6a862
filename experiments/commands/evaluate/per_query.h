#pragma once

#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A CSV with a row for each query: its row among the queries (0-based), how many items are
/// relevant to it, and each metric of it alone, nan where it has no value. Without the queries of
/// nan, the mean of a column is the metric, unless that pools queries.
/// Cost:    that of each metric once a query.
std::string per_query_csv(const std::vector<Metric>& metrics, const RankCounts& counts);

}  // namespace hashlab::experiments
