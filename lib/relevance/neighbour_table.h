#pragma once

#include "lib/relevance/relevance.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads the relevant database rows of each query. The file is either a table of integers with one
/// row per query, or an .ivecs file (see read_ivecs). A table is a NumPy array, or the dataset
/// '/neighbors' (ann-benchmarks) or '/groundtruth' of an HDF5 file. Database rows are 0-based, in
/// any order.
/// Errors:  not_found, unreadable, or corrupt_file naming file and list: another number of queries,
///          a row outside 0 .. n_database - 1 or listed twice, elements that are not integers.
/// Memory:  4 bytes per listed row.
Relevance read_relevant_rows(const std::string& path, std::size_t n_queries,
                             std::size_t n_database);

}  // namespace hashlab
