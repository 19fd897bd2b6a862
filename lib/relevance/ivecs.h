#pragma once

#include "lib/relevance/relevance.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads a list of relevant database rows for each query from an .ivecs file
/// (corpus-texmex.irisa.fr). The file has, for each query, a little-endian int32 with the number of
/// its rows, which may differ between queries, and then the rows, 0-based int32, in any order.
/// Errors:  not_found; unreadable; corrupt_file naming the file, if it is truncated, has a number
///          of lists other than n_queries or a negative count, or if a list has a row that is
///          outside 0 .. n_database - 1 or occurs twice.
/// Memory:  4 bytes per listed row.
Relevance read_ivecs(const std::string& path, std::size_t n_queries, std::size_t n_database);

}  // namespace hashlab
