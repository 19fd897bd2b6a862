#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// A table whose one column was taken out.
struct SplitColumn {
  std::unique_ptr<ForeignTable> features;  ///< without the column
  std::unique_ptr<ForeignTable> labels;    ///< the column, to be read after the features' end
};

/// Takes column `column` (1-based) out of a table. The column is kept while the features are read,
/// so that the source is read once.
/// Memory:  8 bytes a row.
/// Errors:  invalid_argument if there is no such column, or no other.
SplitColumn split_column(std::unique_ptr<ForeignTable> table, std::size_t column);

}  // namespace hashlab
