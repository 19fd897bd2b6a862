#pragma once

#include "experiments/run/context.h"
#include "results/record/record.h"

namespace hashlab::experiments {

/// Adds the scores of landmark recognition by embeddings to a cell: for each of the experiment
/// file's pipelines its score and its difference from the paper's pipeline. `queries` and
/// `database` are the embeddings of the split's parts, one sample per column, compared by cosine.
/// Items that show a landmark are the gallery; Z is drawn from the others in every run, identically
/// for all methods.
/// Errors:  those of recognition_parts() and recognition_scores().
void add_recognition_scores(results::CellRecord& record, const Study& study,
                            const RunContext& context, const Features& queries,
                            const Features& database);

}  // namespace hashlab::experiments
