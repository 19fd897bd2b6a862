#pragma once

#include "lib/codes/codes.h"
#include "lib/fitted.h"
#include "lib/hash_tables/scores.h"
#include "lib/ranking/rank_counts.h"
#include "lib/types.h"
#include "results/record/rows.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// The codes of a cell, kept on request.
struct CellCodes {
  Codes query, database;
  Rows query_rows, database_rows;  ///< row of the data set each code belongs to
};

/// The outcome of one cell: data set x split x hasher x bits x run. A cell is one HDF5 file:
///
///   attributes of the root group
///     key                  SHA-256 of `recipe`: 64 hexadecimal digits
///     recipe               "name = value" lines: everything that changes the numbers
///     failure              why there are no numbers; empty if there are
///     dataset split hasher groundtruth   text;  bits run   numbers
///     provenance.*         text: version, compiler, cpu, kernel, blas, ...
///     fact.*               numbers: ball radius, relevant items a query, code bits, ...
///     metric.*  seconds.*  numbers
///     dataset-rows         number of rows of the data set
///     view                 text: whose features they were, if the data set has several views;
///                          `dataset` then ends in ":VIEW"
///     split-checksum       of the rows of every part (see split_checksum)
///     choice  validation.* which settings were chosen, and the score of each of them on the
///                          validation queries: text and numbers, of a cell with a grid
///     fitted.*             see fitted_record.h
///   /counts/all  /counts/relevant          uint32 [queries x distances]  (see RankCounts)
///   without codes (the attribute bits is 0), ranked by real-valued distance:
///   /counts/all  /counts/relevant          uint32 [ties of all queries, end to end]
///   /counts/offsets                        uint64 [queries + 1]: where each query's ties begin
///   /counts/pooled-radius                  float64 [radii]
///   /counts/pooled-all  /counts/pooled-relevant    uint64 [radii]
///   both:
///   /curve/radius  /curve/precision  /curve/recall    float64: the micro-averaged curve
///   /tables/...                            scores of hash tables (see table_record.h; where asked)
///   /query/codes  /database/codes          uint8 [n x ceil(bits / 8)], bit j = byte j / 8,
///                                          position j % 8, padding bits 0    (on request); the
///                                          attribute digit-bits, or /digit-widths (see
///                                          h5_format.h), says how they are compared, the
///                                          fact code-bits how long they are
///   /query/rows   /database/rows           uint32 [n]: row of the data set   (on request)
///
/// The file is sealed with a checksum (see H5File), so any damage is noticed when it is read.
struct CellRecord {
  std::string key, recipe, failure;
  std::string dataset, split, hasher, groundtruth;
  CodeBits bits;
  std::size_t run = 0;
  std::map<std::string, std::string> provenance;
  std::map<std::string, double> facts, metrics, seconds;
  std::string split_checksum;  ///< empty in files of early versions
  std::string choice;          ///< "itq+npq:alpha=0.5": the hasher that a grid ended in; or empty
  std::map<std::string, double> validation;  ///< score of each hasher of the grid
  FittedRows fitted;                         ///< empty in files of early versions
  std::size_t dataset_rows = 0;              ///< of the data set; 0 in files of early versions
  std::string view;                          ///< empty if the data set has but one
  RankCounts counts;
  std::vector<HashTableScores>
      hash_tables;                 ///< one a setting of the suite's sweep that fits the codes
  std::optional<CellCodes> codes;  ///< to be written; see `has_codes` for a record that was read
  bool has_codes = false;          ///< set by read_cell: the file holds codes
};

/// Writes a cell in one step (see write_file). Errors: io_error.
void write_cell(const std::string& path, const CellRecord& record);

/// Reads a cell; its counts only `with_counts`; never its codes.
/// Errors: not_found, unreadable, or corrupt_file if it is no whole cell or its key does not fit
///         its recipe.
CellRecord read_cell(const std::string& path, bool with_counts);

}  // namespace hashlab
