#pragma once

#include "lib/hash_tables/sweep.h"
#include "results/scores/cell_score.h"

namespace hashlab::results {

/// The settings of hash tables that an experiment file scores; empty if it scores none.
HashTableSweep hash_table_sweep(const CellScores& scores);

}  // namespace hashlab::results
