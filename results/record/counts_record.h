#pragma once

#include "lib/files/h5.h"
#include "lib/ranking/rank_counts.h"

namespace hashlab::results {

/// Writes the counts of a cell, of codes or of real-valued distances; CellRecord describes the
/// layout.
void write_counts(H5File& file, const RankCounts& counts);

/// Errors:  corrupt_file if there are no counts, or they are inconsistent.
RankCounts read_counts(const H5File& file);

}  // namespace hashlab::results
