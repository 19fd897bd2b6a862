#pragma once

#include "experiments/run/context.h"
#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "results/record/record.h"

namespace hashlab::experiments {

/// Adds the metrics after re-ranking to a cell with counts, at every setting of the experiment
/// file's sweep (if there is one), and the share of the relevant items that are in the shortlists.
/// If codes tie at the end of a shortlist, those inside are drawn at random in every run,
/// identically for all methods. Cosine is computed after subtracting the mean of the rows available
/// for training, as in `reference = cosine`.
/// Errors:  those of reranked().
void add_rerank_scores(results::CellRecord& record, const Study& study, const RunContext& context,
                       const Codes& queries, const Codes& database, const Kernel& kernel);

}  // namespace hashlab::experiments
