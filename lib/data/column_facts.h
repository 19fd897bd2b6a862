#pragma once

#include "lib/types.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hashlab {

/// Columns of a table of samples that may be no features. All lists are of 0-based columns,
/// ascending.
struct ColumnFacts {
  std::size_t columns = 0;  ///< of the table
  /// Which columns of the file that was imported these are, 0-based; empty: the same.
  std::vector<std::size_t> of_source = {};
  /// Equal to the labels, or to one of their classes as 0 and 1, or such that each of its few
  /// values has one label.
  std::vector<std::size_t> telling_labels;
  /// Different in nearly every row, and ascending, descending, or consecutive integers in any
  /// order.
  std::vector<std::size_t> counting_rows;
  /// Two or more neighbours that hold 0 and 1 alone, or one of both, where other columns hold
  /// numbers that are not integers.
  std::vector<std::size_t> binary_beside_reals;
  /// Of samples without labels: the first or last column, if it holds a few integers from 0 or 1 on
  /// without a gap and all others, but for counts and constants, numbers that are not integers.
  std::vector<std::size_t> classes_beside_reals;
  std::vector<std::size_t> constant;
};

/// Looks at all n x d numbers of a table, which `read` returns as d x count, each row once and in
/// order. Chance makes no column look like labels or a count in 20 rows or more; of fewer rows
/// only the constants are told.
/// Cost:    O(n d), little of it for columns of real numbers. Memory: about 100 bytes a column, and
///          a block of 2 MiB.
ColumnFacts column_facts(std::size_t n, std::size_t d, const Labels& labels,
                         const std::function<Features(std::size_t first, std::size_t count)>& read);

/// A line for each kind of column that was found, with what to do; none for ordinary tables.
/// Columns are those of the file that was imported, counted from 1, as the options of 'hashlab
/// import' do. `view`: the table's, or empty.
std::vector<std::string> column_notes(const ColumnFacts& facts, const std::string& view = "");

}  // namespace hashlab
