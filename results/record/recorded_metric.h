#pragma once

#include "lib/embeddings/neighbour_sweep.h"
#include "lib/embeddings/rerank_sweep.h"
#include "lib/metrics/metrics.h"
#include "results/record/record.h"

#include <optional>
#include <string>
#include <string_view>

namespace hashlab::results {

/// A number that cells record as a metric although it is not computed from the counts of the
/// ranking: a score of hash tables, a label score or a recognition score, a metric after
/// re-ranking, a recall of true nearest neighbours, or a time. It has no `value`. None if there is
/// no such name.
std::optional<Metric> recorded_metric(std::string_view name);

/// "rerank-map[R=100,by=cosine]": a metric of the ranking after re-ranking.
std::string rerank_metric(std::string_view metric, const RerankSetting& setting);
/// "shortlist-recall[R=100]": see recorded_metric.
std::string shortlist_recall(std::size_t R);

/// "neighbour-recall[k=10,R=100,by=euclidean]": a recall of true nearest neighbours.
std::string neighbour_metric(const NeighbourSetting& setting);
/// True if it is the name of such a recall.
bool is_neighbour_metric(std::string_view name);

/// True if a metric has a value in a cell. A mean over queries with relevant items has none if no
/// query has a relevant item.
bool has_value(const Metric& metric, const CellRecord& record);

}  // namespace hashlab::results
