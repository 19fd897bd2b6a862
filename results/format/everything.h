#pragma once

#include "results/record/record.h"

#include <string>

namespace hashlab::results {

/// The header of a CSV with the values in the records of cells (see StoredCell). Counts, curves,
/// codes, provenance, configuration and ground truth are left out. Each value is one line with the
/// columns dataset,split,hasher,bits,run,kind,name,value,unit. The lines of a cell are in the order
/// of these kinds:
///
///   kind        name                    value
///   metric      auprc, table-f1[...]    a number in [0, 1], a difference of two in [-1, 1]
///   table       candidates[...]         other scores of hash tables (see hash_table_columns)
///   fact        ball-radius, ...        a number
///   fitted      mean, projection, ...   number of rows on which it was fitted
///   split       checksum                text: of the rows of every part
///   choice      hasher                  text: the method chosen from a grid
///   validation  a method of the grid    its score on the validation queries
///   seconds     rank, ...               measured times; only on request
///   failure     reason                  text: the reason why there are no numbers
///
/// Numbers are the shortest text that reads back as the same double. The unit is 0..1, -1..1, rows,
/// items, queries, dimensions, bits, distance or s, or empty if there is none. If `directed`
/// (cross-modal retrieval), two more columns follow: direction,database_codes.
std::string everything_header(bool directed = false);
/// The lines of one cell below everything_header(). `with_seconds`: include the times.
std::string everything_lines(const StoredCell& record, bool with_seconds, bool directed = false);

}  // namespace hashlab::results
