#pragma once

#include "lib/embeddings/rerank_sweep.h"
#include "results/scores/cell_score.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::results {

/// The settings at which an experiment file re-ranks; empty if it does not.
RerankSweep rerank_sweep(const CellScores& scores);

/// "rerank-map[R=100,by=cosine]": a metric of the ranking after re-ranking.
std::string rerank_metric(std::string_view metric, const RerankSetting& setting);
/// "shortlist-recall[R=100]": the share of the relevant items that a shortlist has.
std::string shortlist_recall(std::size_t R);
/// "rerank[R=100,by=cosine]", in CellRecord::seconds; the search for the shortlist included.
std::string rerank_seconds(const RerankSetting& setting);

}  // namespace hashlab::results
