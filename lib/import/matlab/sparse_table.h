#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A sparse matrix as MATLAB stores it, in compressed columns: the entries of column j are
/// e = jc[j] .. jc[j + 1] - 1, where entry e has the number data[e] in row ir[e]. Within a column
/// the row numbers ascend, without repeats.
struct SparseColumns {
  std::size_t rows = 0;
  std::vector<std::size_t> jc, ir;  ///< jc: one more than there are columns
  std::vector<double> data;
};

/// True if jc, ir and data describe a valid matrix. In a damaged file they may not.
bool is_consistent(const SparseColumns& s);

/// Reads the samples of a consistent sparse matrix as dense rows.
/// Memory:  the sparse matrix, and 8 bytes for each column.
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
