#pragma once

#include "lib/h5/h5.h"
#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads the query lists of a data set of n samples. All of these datasets hold integers:
///
///   /query/row        Q rows that are queries, each once, in any order
///   /query/relevant   the relevant rows of all queries, list after list, each list in any order;
///                     /query/relevant_offsets has Q + 1 entries: the list of query row[k] is
///                     relevant[relevant_offsets[k] .. relevant_offsets[k + 1])
///   /query/easy, hard lists in the same form, both or neither, instead of relevant or in addition:
///                     relevant rows by difficulty (Radenovic et al. 2018, arXiv 1803.11285)
///   /query/junk       lists in the same form, of rows that the ranking of a query ignores; may be
///                     absent
///
/// A list must not contain a row twice. For each query, no row may be both in the junk list and in
/// another list, or both easy and hard.
/// Returns empty lists if the file has no /query/row. `features` is the name of the dataset with
/// the samples, for messages.
/// Errors:  corrupt_file naming the file, the object and the problem.
/// Memory:  4 bytes per listed row and about 150 bytes per query. Lists are read one by one, with
///          at most 8 n bytes for the one being read.
QueryLists read_query_lists(const H5File& file, const std::string& features, std::size_t n);

/// SHA-256 of the lists. It is part of the configuration of every result that depends on them.
std::string checksum_of(const QueryLists& lists);

/// The rows that are queries or occur in a list, ascending.
Rows listed_rows(const QueryLists& lists);

}  // namespace hashlab
