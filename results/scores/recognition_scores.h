#pragma once

#include "lib/recognition/sweep.h"
#include "results/scores/cell_score.h"

namespace hashlab::results {

/// How an experiment file recognises landmarks; empty if it does not.
RecognitionSweep recognition_sweep(const CellScores& scores);

}  // namespace hashlab::results
