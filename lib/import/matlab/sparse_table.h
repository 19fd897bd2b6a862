#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A sparse matrix as MATLAB stores it, in compressed columns: rows ir[e] and numbers data[e] of
/// column j lie at e = jc[j] .. jc[j + 1] - 1, rows ascending.
struct SparseColumns {
  std::size_t rows = 0;
  std::vector<std::size_t> jc, ir;  ///< jc: one more than there are columns
  std::vector<double> data;
};

/// True if jc, ir and data describe a valid matrix; those of a damaged file may not.
bool is_consistent(const SparseColumns& s);

/// Reads the samples of a consistent sparse matrix as dense rows.
/// Memory:  with rows as samples, 8 bytes for each column.
class SparseReader {
 public:
  /// `by_column` is true if each column is a sample, false if each row is.
  SparseReader(SparseColumns s, bool by_column);
  /// The next `count` samples, row-major; `count` must not exceed the remaining samples.
  void read(std::size_t count, double* out);

 private:
  SparseColumns s_;
  bool by_column_;
  std::size_t next_ = 0;
  std::vector<std::size_t> entry_;  // with rows as samples: the next entry of each column
};

}  // namespace hashlab
