#pragma once

#include "results/record/record.h"

#include <string>

namespace hashlab::results {

/// Everything a cell holds but counts, curves, codes and where it was computed; one line each,
/// names in alphabetical order, with the columns
/// dataset,split,hasher,bits,run,kind,name,value,unit:
///
///   kind        name                    value
///   metric      auprc, table-f1[...]    a number in [0, 1], a difference of two in [-1, 1]
///   table       candidates[...]         other scores of hash tables (see hash_table_columns)
///   fact        ball-radius, ...        a number
///   fitted      mean, projection, ...   how many rows fitted it
///   split       checksum                text: of the rows of every part
///   choice      hasher                  text: where a grid ended
///   validation  a hasher of the grid    its score on the validation queries
///   seconds     rank, ...               times, which no two runs share; only if asked for
///   failure     reason                  text: why there are no numbers
///
/// Numbers are the shortest text that reads back as the same double. The unit is 0..1, -1..1, rows,
/// items, queries, bits, distance or s, or empty if there is none. Where views ask each other
/// (`directed`), the last columns are direction,database_codes.
std::string everything_header(bool directed = false);
std::string everything_lines(const CellRecord& record, bool with_seconds, bool directed = false);

}  // namespace hashlab::results
