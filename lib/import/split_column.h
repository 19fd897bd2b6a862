#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// A table without one of its columns, and that column.
struct SplitColumn {
  std::unique_ptr<ForeignTable> features;  ///< without the column
  std::unique_ptr<ForeignTable> labels;    ///< the column, to be read after all features
};

/// Separates column `column` (1-based) from a table. The column is buffered while the features are
/// read, so that the source is read only once.
/// Memory:  8 bytes per row.
/// Errors:  invalid_argument if there is no such column or no other one.
SplitColumn split_column(std::unique_ptr<ForeignTable> table, std::size_t column);

}  // namespace hashlab
