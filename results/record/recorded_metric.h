#pragma once

#include "lib/embeddings/neighbour_sweep.h"
#include "lib/embeddings/rerank_sweep.h"
#include "lib/metrics/metrics.h"
#include "results/record/record.h"

#include <optional>
#include <string>
#include <string_view>

namespace hashlab::results {

/// A number that cells record as a metric though counts of the ranking do not give it: a score of
/// hash tables, a score by labels or of recognition, a metric after re-ranking, a
/// recall of true nearest neighbours, or a time. It has
/// no `value`. Nothing if the name is of none.
std::optional<Metric> recorded_metric(std::string_view name);

/// "rerank-map[R=100,by=cosine]": a metric of the ranking after re-ranking.
std::string rerank_metric(std::string_view metric, const RerankSetting& setting);
/// "shortlist-recall[R=100]": see recorded_metric.
std::string shortlist_recall(std::size_t R);

/// "neighbour-recall[k=10,R=100,by=euclidean]": a recall of true nearest neighbours.
std::string neighbour_metric(const NeighbourSetting& setting);
/// Is it the name of one?
bool is_neighbour_metric(std::string_view name);

/// Has a metric a value in a cell? One that is a mean over queries with relevant items has none
/// where no query has any.
bool has_value(const Metric& metric, const CellRecord& record);

}  // namespace hashlab::results
