#pragma once

#include "results/scores/cell_score.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The names of the label scores (see lib/label_scores) that an experiment file requests.
std::vector<std::string> label_score_names(const CellScores& scores);

}  // namespace hashlab::results
