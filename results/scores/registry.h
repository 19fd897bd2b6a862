#pragma once

#include "results/scores/cell_score.h"

#include <memory>
#include <string>
#include <vector>

// Every family of scores has one file in this folder and one line here. Experiment files list the
// keys of the families in the order of these lines.
#define HASHLAB_SCORES(X) \
  X(hash_table_scores)    \
  X(rerank_scores)        \
  X(neighbour_scores)     \
  X(label_scores)         \
  X(class_scores)         \
  X(graded_scores)        \
  X(recall_level_scores)  \
  X(recognition_scores)

namespace hashlab::results {

namespace scores {
#define HASHLAB_DECLARE(name) std::unique_ptr<CellScore> name();
HASHLAB_SCORES(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE
}  // namespace scores

/// One instance of each family of scores, without settings.
const std::vector<std::unique_ptr<CellScore>>& all_scores();

/// The reason why cells that are scored with the settings `scores` do not record `metric`. "" if
/// they record it, or if the metric belongs to no family.
std::string why_not_recorded(const CellScores& scores, const std::string& metric);

}  // namespace hashlab::results
