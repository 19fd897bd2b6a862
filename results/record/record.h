#pragma once

#include "lib/codes/codes.h"
#include "lib/fitted.h"
#include "lib/hash_tables/scores.h"
#include "lib/ranking/rank_counts.h"
#include "lib/types.h"
#include "results/record/cell_curves.h"
#include "results/record/direction.h"
#include "results/record/rows.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// The codes of a cell, which its file holds on request.
struct CellCodes {
  Codes query, database;
  Rows query_rows, database_rows;  ///< row of the data set each code belongs to
};

/// The outcome of one cell: one data set, split, method, code length and run. This is what is
/// computed and written; StoredCell is what a file gives back. The file of a cell is HDF5:
///
///   attributes of the root group
///     key                  SHA-256 of `recipe`: 64 hexadecimal digits
///     recipe               "name = value" lines: everything that changes the numbers
///     failure              why there are no numbers; empty if there are
///     dataset split hasher groundtruth   text;  bits run   numbers
///     provenance.*         text: version, compiler, cpu, kernel, blas, ...
///     fact.*               numbers: ball radius, relevant items per query, code bits, ...
///     metric.*  seconds.*  numbers
///     dataset-rows         number of rows of the data set
///     view                 text: the view of the features, if the data set has several; `dataset`
///                          then ends in ":VIEW"
///     direction            text: "image>text", in cross-modal retrieval
///     database-codes       text: the source of the database's codes, likewise; see Direction
///     split-checksum       text: SHA-256 of the rows of every part (see split_checksum)
///     choice  validation.* the chosen settings, and the score of every candidate on the
///                          validation queries: text and numbers, if the cell has a grid
///     fitted.*             see fitted_record.h
///   /counts/all  /counts/relevant          uint32 [queries x distances]  (see RankCounts)
///   instead, in a cell without codes, which is ranked by real-valued distance (bits is then the
///   number of values that a projection gave, or 0 if the ranking is by the features):
///   /counts/all  /counts/relevant          uint32 [groups of tied items, query by query]
///   /counts/offsets                        uint64 [queries + 1]: index of each query's first group
///                                          in the two tables; the last entry is their length
///   /counts/pooled-radius                  float64 [radii]
///   /counts/pooled-all  /counts/pooled-relevant    uint64 [radii]
///   in both kinds of cells:
///   /curve/radius  /curve/precision  /curve/recall    float64: the micro-averaged curve
///   /tables/...                            scores of hash tables, on request: hash_table_record.h
///   /query/codes  /database/codes          uint8 [n x ceil(bits / 8)], bit j = byte j / 8,
///                                          position j % 8, padding bits 0    (on request); the
///                                          attribute digit-bits, or /digit-widths (see
///                                          h5_format.h), says how they are compared, and
///                                          the fact code-bits is their length
///   /query/rows   /database/rows           uint32 [n]: row of the data set   (on request)
///
/// The file ends with a summary (see CellSummary), from which most readers take their values. The
/// file is sealed with a checksum (see H5File), so any damage is noticed when it is read.
struct CellRecord {
  std::string key, recipe, failure;
  std::string dataset, split, hasher, groundtruth;
  CodeBits bits;
  std::size_t run = 0;
  std::map<std::string, std::string> provenance;
  std::map<std::string, double> facts, metrics, seconds;
  std::string split_checksum;
  std::string choice;  ///< "itq+npq:alpha=0.5": the method chosen from a grid; or empty
  std::map<std::string, double> validation;  ///< score of each method of the grid on the validation
                                             ///< queries
  FittedRows fitted;                         ///< empty if the cell failed
  std::size_t dataset_rows = 0;              ///< number of rows of the data set
  std::string view;                          ///< empty if the data set has only one
  Direction direction;                       ///< empty except in cross-modal retrieval
  RankCounts counts;
  /// One entry for each setting of the hash-table sweep that fits the codes.
  std::vector<HashTableScores> hash_tables;
  std::optional<CellCurves> curves;  ///< none if the cell failed
};

/// A cell as its file gives it back. A reader may leave out large fields of the record; the fields
/// here describe what the file holds, whatever was read of it.
struct StoredCell : CellRecord {
  bool has_codes = false, has_hash_tables = false;  ///< the file holds them
  std::map<std::string, std::size_t> fitted_sizes;  ///< the number of rows in each of `fitted`
};

/// True if the cell ranks by codes; false for embeddings and uncompressed features, which rank by
/// real-valued distance.
bool has_code_distances(const CellRecord& record);

/// Writes a cell in one step (see rewrite_file), with its codes if there are any in `codes`.
/// Errors: io_error; those of write_fitted().
void write_cell(const std::string& path, const CellRecord& record,
                const std::optional<CellCodes>& codes = std::nullopt);

/// Reads a cell. Its counts are read only if `with_counts`, its codes never.
/// Errors: not_found, unreadable, or corrupt_file if the cell is incomplete or damaged, its key
///   does not match its recipe, or its summary does not match the rest.
StoredCell read_cell(const std::string& path, bool with_counts);

/// Reads a cell as read_cell() does, but without its summary and curves: for tests with files that
/// have no valid summary.
StoredCell read_cell_without_summary(const std::string& path, bool with_counts);

/// Reads a cell from its summary alone, without counts, `fitted` and `hash_tables`. Threads that
/// call this function do not block each other, unlike those that call read_cell().
/// Errors: not_found, unreadable, or corrupt_file if the file is damaged, has no valid summary, or
///   its key does not match its recipe.
StoredCell read_cell_summary(const std::string& path);

}  // namespace hashlab::results
