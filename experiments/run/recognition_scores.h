#pragma once

#include "experiments/run/context.h"
#include "results/record/record.h"

namespace hashlab::experiments {

/// Adds what recognition of landmarks by embeddings scores, of each of the suite's pipelines, to a
/// cell, and what each has more than the paper's. `queries` and `database` are the embeddings of
/// the split's, a sample a column; they are compared by cosine. Items that show a landmark are the
/// gallery, of the others Z is drawn, in every run, alike for all methods.
/// Errors:  those of recognition_parts() and recognition_scores().
void add_recognition_scores(results::CellRecord& record, const Study& study,
                            const RunContext& context, const Features& queries,
                            const Features& database);

}  // namespace hashlab::experiments
