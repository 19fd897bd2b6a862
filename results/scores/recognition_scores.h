#pragma once

#include "lib/recognition/sweep.h"
#include "results/scores/cell_score.h"

namespace hashlab::results {

/// The settings of landmark recognition in an experiment file; empty if it has none.
RecognitionSweep recognition_sweep(const CellScores& scores);

}  // namespace hashlab::results
