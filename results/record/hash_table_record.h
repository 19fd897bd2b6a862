#pragma once

#include "lib/h5/h5.h"
#include "lib/hash_tables/scores.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// Writes the scores of hash tables to the file of a cell, one row per setting. Writes nothing if
/// there are no scores.
///
///   /tables/settings   uint32  [n x 4]   K, L, radius, keys (0 segments, 1 sampled)
///   /tables/counts     uint64  [n x c]   columns named by the text attribute tables.counts
///   /tables/scores     float64 [n x s]   columns named by the text attribute tables.scores
///
/// Two of the scores, recall and touched (see HashTableScores), give the curve of recall against
/// the share of the database that is touched. F-measures have beta = 1, and precision is 0 if
/// nothing is retrieved. The times of the tables are not written here. They are in
/// CellRecord::seconds, so write_cell() stores them as attributes of the root group:
/// "seconds.table-build[K=16,L=2,r=1]" and "seconds.table-query[...]".
void write_hash_tables(H5File& file, const std::vector<HashTableScores>& tables);

/// The scores of hash tables in a file; empty if it has none. Their seconds are left at 0.
/// Errors:  corrupt_file if shapes, names or values differ from what write_hash_tables() writes.
std::vector<HashTableScores> read_hash_tables(const H5File& file);

/// A score under its name in results, tables and experiment files.
struct HashTableColumn {
  const char* name;        ///< "f1-macro"
  const char* definition;  ///< one line
  double (*of)(const HashTableScores&);
  bool is_metric;  ///< in [0, 1], so recorded as a metric too: "table-f1-macro[K=16,L=2,r=1]"
};
const std::vector<HashTableColumn>& hash_table_columns();

/// The definition of a metric named like "table-f1[K=16,L=2,r=1]"; "" if the name is not that of a
/// hash-table score with HashTableColumn::is_metric. The setting in brackets is not checked.
std::string hash_table_metric_definition(std::string_view name);

/// All scores that are metrics, by their full names.
std::map<std::string, double> hash_table_metrics(const HashTableScores& scores);

}  // namespace hashlab::results
