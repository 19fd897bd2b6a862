#pragma once

#include "lib/import/foreign_table.h"

#include <memory>

namespace hashlab {

/// Labels of any numeric type as a data set stores them: one number a row, or a row of 0 and 1 for
/// each class. Reading is an error (corrupt_file naming source, row and value) at a number that is
/// no integer, or, with several columns, neither 0 nor 1.
std::unique_ptr<ForeignTable> as_labels(std::unique_ptr<ForeignTable> table);

}  // namespace hashlab
