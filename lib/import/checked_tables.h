#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// The number of rows of a table that have been read.
using RowCount = std::shared_ptr<std::size_t>;

/// The same table; its rows are counted in `count` as they are read.
std::unique_ptr<ForeignTable> counted(std::unique_ptr<ForeignTable> table, const RowCount& count);

/// Labels as a data set stores them: a single column holds integers >= first_class, from which
/// first_class is subtracted; several columns hold 0 or 1, or else -1, which becomes 0, or 1.
/// Errors:  corrupt_file naming source and row, in read().
std::unique_ptr<ForeignTable> class_numbers(std::unique_ptr<ForeignTable> table,
                                            std::size_t first_class);

/// Checks a table that lists, for each of `owners` samples, row numbers 0 .. rows - 1 of other
/// samples. Both counts must be complete when the table is read.
/// Errors:  corrupt_file naming source and row, in read(): a number outside 0 .. rows - 1, or
///          another number of rows than `owners`.
std::unique_ptr<ForeignTable> row_numbers(std::unique_ptr<ForeignTable> table, const RowCount& rows,
                                          const RowCount& owners);

/// 0 for each of the first samples, then 1 for each of the second. Both counts must be complete
/// when the table is read.
std::unique_ptr<ForeignTable> split_marks(const RowCount& first, const RowCount& second);

}  // namespace hashlab
