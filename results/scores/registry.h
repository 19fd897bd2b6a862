#pragma once

#include "results/scores/cell_score.h"

#include <memory>
#include <string>
#include <vector>

// Every family of scores: one file in this folder and one line here, in the order of their keys in
// experiment files.
#define HASHLAB_SCORES(X) \
  X(hash_table_scores)    \
  X(rerank_scores)        \
  X(neighbour_scores)     \
  X(label_scores)         \
  X(recognition_scores)

namespace hashlab::results {

namespace scores {
#define HASHLAB_DECLARE(name) std::unique_ptr<CellScore> name();
HASHLAB_SCORES(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE
}  // namespace scores

/// One instance of each family of scores, without settings.
const std::vector<std::unique_ptr<CellScore>>& all_scores();

/// The reason why cells do not record a metric with the settings `scores`. "" if they record it, or
/// no family has it.
std::string why_not_recorded(const CellScores& scores, const std::string& metric);

}  // namespace hashlab::results
