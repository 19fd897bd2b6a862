#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/// Checks that a table of labels has a row for each sample of some sources: `samples` counts the
/// rows of each, which must be complete when the end of the table is read, and `known` is their sum
/// if that is known before. `what` names the files of the labels, `of` those of the samples.
/// Errors:  corrupt_file naming both and their numbers, here or in read().
std::unique_ptr<ForeignTable> one_for_each(std::unique_ptr<ForeignTable> table,
                                           std::vector<RowCount> samples,
                                           std::optional<std::size_t> known, std::string what,
                                           std::string of);

/// 0 for each of the first samples, then 1 for each of the second. Both counts must be complete
/// when the table is read.
std::unique_ptr<ForeignTable> split_marks(const RowCount& first, const RowCount& second);

}  // namespace hashlab
