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

/// Returns the same table; reading from it adds the number of rows read to `count`.
std::unique_ptr<ForeignTable> counted(std::unique_ptr<ForeignTable> table, const RowCount& count);

/// Converts labels to the form in which a data set stores them. A single column holds integers >=
/// first_class, from which first_class is subtracted. Several columns hold either 0 and 1, or -1
/// and 1, where -1 becomes 0.
/// Errors:  corrupt_file naming source and row, in read().
std::unique_ptr<ForeignTable> class_numbers(std::unique_ptr<ForeignTable> table,
                                            std::size_t first_class);

/// Checks a ground truth of neighbours. It must have one row for each of the `owners` test samples,
/// and its values must be numbers 0 .. rows - 1 of training samples. Both counts must be complete
/// when the table is read.
/// Errors:  corrupt_file, in read(): naming source and row of a value that is not an integer in
///          0 .. rows - 1, or naming the source if the table does not have `owners` rows.
std::unique_ptr<ForeignTable> row_numbers(std::unique_ptr<ForeignTable> table, const RowCount& rows,
                                          const RowCount& owners);

/// Checks that a table of labels has one row for each sample of several sources. `samples` counts
/// the rows of each source; the counts must be complete when the end of the table is read. `known`
/// is the sum of the counts if it is known earlier. For messages, `what` names the files of the
/// labels, and `of` names those of the samples.
/// Errors:  corrupt_file naming both files and their numbers of rows, here or in read().
std::unique_ptr<ForeignTable> one_for_each(std::unique_ptr<ForeignTable> table,
                                           std::vector<RowCount> samples,
                                           std::optional<std::size_t> known, std::string what,
                                           std::string of);

/// The part "/split" as a table of one column: 0 for each sample counted by `first`, then 1 for
/// each sample counted by `second`. Both counts must be complete when the table is read.
std::unique_ptr<ForeignTable> split_marks(const RowCount& first, const RowCount& second);

}  // namespace hashlab
