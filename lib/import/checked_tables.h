#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// How many rows of a table have been read.
using RowCount = std::shared_ptr<std::size_t>;

/// The same table, whose rows are counted as they are read.
std::unique_ptr<ForeignTable> counted(std::unique_ptr<ForeignTable> table, const RowCount& count);

/// Labels as they are stored: one column of whole numbers >= first_class becomes class numbers from 0
/// on, several columns have to be 0 or 1.
/// Errors:  corrupt_file naming source and row, in read().
std::unique_ptr<ForeignTable> class_numbers(std::unique_ptr<ForeignTable> table,
                                            std::size_t first_class);

/// Row numbers of `rows` samples for each of `owners` samples, both known once those were read.
/// Errors:  corrupt_file naming source and row, in read(): a number outside 0 .. rows - 1, or not as
///          many rows as owners.
std::unique_ptr<ForeignTable> row_numbers(std::unique_ptr<ForeignTable> table, const RowCount& rows,
                                          const RowCount& owners);

/// 0 for each of the first samples, then 1 for each of the second, both known once those were read.
std::unique_ptr<ForeignTable> split_marks(const RowCount& first, const RowCount& second);

}  // namespace hashlab
