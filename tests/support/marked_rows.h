#pragma once

#include "lib/types.h"

#include <cstddef>

namespace hashlab::testing {

/// How many rows are marked unless a test wants another number.
constexpr std::size_t marked_rows = 300;

/// Every tenth row is a query; of the others every fifth has `training`, the rest are database.
inline RowMarks marks_with(RowMark training, std::size_t count = marked_rows) {
  RowMarks marks(count, RowMark::database);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 10 == 0) {
      marks[i] = RowMark::query;
    } else if (i % 5 == 1) {
      marks[i] = training;
    }
  }
  return marks;
}

/// The marks of queries and database alone.
inline const RowMarks& plain_marks() {
  static const RowMarks marks = marks_with(RowMark::database);
  return marks;
}

}  // namespace hashlab::testing
