#pragma once

#include "lib/files/h5.h"
#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Reads the lists of a data set of n samples, those that are there of
///
///   /query/row        Q rows that ask, each once, in any order
///   /query/relevant   the rows of list after list, and relevant_offsets, Q + 1 of them: list k is
///                     relevant[relevant_offsets[k] .. relevant_offsets[k + 1]), in any order
///   /query/easy, hard in place of relevant or beside it, both or none: Radenovic et al. 2018,
///                     arXiv 1803.11285
///   /query/junk       may be absent
///
/// all of integers. No row is in a list twice, nor in the lists of junk and of another kind of a
/// query, nor in those of easy and hard.
/// Returns nothing if the file has no /query/row. `features` is the table of the samples, for
/// messages.
/// Errors:  corrupt_file naming the file, the object and what of it is wrong.
/// Memory:  4 bytes a listed row and 8 n bytes; lists are read one by one.
QueryLists read_query_lists(const H5File& file, const std::string& features, std::size_t n);

/// SHA-256 of the lists: part of the recipe of what depends on them.
std::string checksum_of(const QueryLists& lists);

/// The rows that ask or are in a list, ascending.
Rows listed_rows(const QueryLists& lists);

}  // namespace hashlab
