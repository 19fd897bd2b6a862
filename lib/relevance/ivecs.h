#pragma once

#include "lib/relevance/relevance.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads a list of relevant database rows for each query from an .ivecs file
/// (corpus-texmex.irisa.fr). The file has, for each query, a little-endian int32 with the number of
/// its rows, which may differ between queries, and then the rows, 0-based int32, in any order.
/// Errors:  not_found, unreadable, or corrupt_file naming file and query: truncated, another number
///          of queries, a negative count, a row outside 0 .. n_database - 1 or listed twice.
/// Memory:  4 bytes per listed row.
Relevance read_ivecs(const std::string& path, std::size_t n_queries, std::size_t n_database);

}  // namespace hashlab
