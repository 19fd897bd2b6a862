#pragma once

#include "lib/embeddings/rerank_sweep.h"
#include "results/scores/cell_score.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::results {

/// The settings of re-ranking in an experiment file; empty if it has none.
RerankSweep rerank_sweep(const CellScores& scores);

/// The name of a metric after re-ranking: "rerank-map[R=100,by=cosine]".
std::string rerank_metric(std::string_view metric, const RerankSetting& setting);
/// The name of a metric after re-ranking by a bound: "rerank-map[bound=1.9,k=10,by=euclidean]".
std::string rerank_metric(std::string_view metric, const BoundSetting& setting);
/// The name of the metric "shortlist-recall[R=100]": the share of the relevant items that are in
/// the shortlist of the R nearest codes.
std::string shortlist_recall(std::size_t R);
/// The name of the time of re-ranking in CellRecord::seconds: "rerank[R=100,by=cosine]". The time
/// includes the search for the shortlist.
std::string rerank_seconds(const RerankSetting& setting);
std::string rerank_seconds(const BoundSetting& setting);
/// The name of the fact "exact-distances-mean[bound=1.9,k=10,by=euclidean]": a statistic, "mean" or
/// "median", of the numbers of exact distances that the queries took.
std::string exact_fact(std::string_view statistic, const BoundSetting& setting);

}  // namespace hashlab::results
