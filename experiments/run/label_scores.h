#pragma once

#include "experiments/run/context.h"
#include "lib/label_scores/ranker.h"
#include "results/record/record.h"

namespace hashlab::experiments {

/// Adds the experiment file's label scores of a ranking to its cell, with the same scores of the
/// training rows ranked for each other, their differences, and the bounds of grouped recall.
/// `tested` ranks the test database for the test queries, `learned` the training rows.
/// Errors:  those of label_score.
void add_label_scores(results::CellRecord& record, const Study& study, const RunContext& context,
                      const Ranker& tested, const Ranker& learned);

}  // namespace hashlab::experiments
