#pragma once

#include "lib/h5/h5.h"
#include "lib/ranking/rank_counts.h"

#include <string>

namespace hashlab::results {

/// Writes the counts of a cell to its file. Counts by code distance and counts by real-valued
/// distance have different layouts, which CellRecord describes.
void write_counts(H5File& file, const RankCounts& counts);

/// Reads the counts that write_counts() wrote.
/// Errors:  corrupt_file if there are no counts, or they are inconsistent.
RankCounts read_counts(const H5File& file);
/// Reads the counts of the cell in the file `path`, and nothing else of it.
/// Errors:  not_found, unreadable, or corrupt_file if the file is damaged; those of read_counts.
RankCounts read_counts_of(const std::string& path);

}  // namespace hashlab::results
