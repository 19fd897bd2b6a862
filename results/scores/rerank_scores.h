#pragma once

#include "lib/embeddings/rerank_sweep.h"
#include "results/scores/cell_score.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::results {

/// The settings of re-ranking in an experiment file; empty if it has none.
RerankSweep rerank_sweep(const CellScores& scores);

/// "rerank-map[R=100,by=cosine]": a metric of the ranking after re-ranking.
std::string rerank_metric(std::string_view metric, const RerankSetting& setting);
/// "shortlist-recall[R=100]": the share of the relevant items that are in the shortlist of the R
/// nearest codes.
std::string shortlist_recall(std::size_t R);
/// "rerank[R=100,by=cosine]", in CellRecord::seconds; the search for the shortlist included.
std::string rerank_seconds(const RerankSetting& setting);

}  // namespace hashlab::results
