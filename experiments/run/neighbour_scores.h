#pragma once

#include "experiments/run/context.h"
#include "lib/ranking/rank_counts.h"
#include "results/record/record.h"

#include <functional>

namespace hashlab::experiments {

/// Adds to a cell the recalls of the true nearest neighbours that the experiment file asks for, if
/// any. `count` counts the cell's ranking for a given relevance.
void add_neighbour_scores(results::CellRecord& record, const Study& study,
                          const RunContext& context,
                          const std::function<RankCounts(const Relevance&)>& count);

}  // namespace hashlab::experiments
