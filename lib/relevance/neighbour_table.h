#pragma once

#include "lib/relevance/relevance.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads the relevant database rows of each query. The file is either a table of integers with one
/// row per query, or an .ivecs file (see read_ivecs). A table is a NumPy array, or the dataset
/// '/neighbors' (ann-benchmarks) or '/groundtruth' of an HDF5 file. Database rows are 0-based, in
/// any order. In a table, -1 at the end of a row fills up a shorter list.
/// Errors:  not_found; unreadable; corrupt_file naming the file, if it is a text, an HDF5 file
///          without these datasets or a table whose elements are not integers, if a row of a table
///          is a 0/1 mask over the database, if the number of lists is not n_queries, or if a list
///          has a row that is outside 0 .. n_database - 1 or occurs twice; those of read_ivecs.
/// Memory:  4 bytes per listed row.
Relevance read_relevant_rows(const std::string& path, std::size_t n_queries,
                             std::size_t n_database);

}  // namespace hashlab
