#pragma once

#include "experiments/run/context.h"
#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "results/record/record.h"

namespace hashlab::experiments {

/// Adds what metrics are after re-ranking, at every setting of the suite's sweep, if there is one,
/// to a cell whose counts are there, and the share of the relevant items in the shortlists. Which
/// codes that tie at the border are in a shortlist is drawn in every run, alike for all methods.
/// Cosine is between samples less the mean of the learnable rows, as in `reference = cosine`.
/// Errors:  those of reranked().
void add_rerank_scores(results::CellRecord& record, const Study& study, const RunContext& context,
                       const Codes& queries, const Codes& database, const Kernel& kernel);

}  // namespace hashlab::experiments
