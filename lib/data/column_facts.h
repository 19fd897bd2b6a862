#pragma once

#include "lib/types.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hashlab {

/// Columns of a table of samples that are perhaps not features. All lists hold 0-based columns in
/// ascending order.
struct ColumnFacts {
  std::size_t columns = 0;  ///< of the table
  /// For each column of the table, its 0-based column in the imported file; empty: the same
  /// numbers.
  std::vector<std::size_t> of_source = {};
  /// Columns that equal the labels, or one class as 0 and 1, or that have few values, each of which
  /// occurs with one label only.
  std::vector<std::size_t> telling_labels;
  /// Columns whose values differ in nearly every row, and are either sorted (ascending or
  /// descending) or consecutive integers in any order.
  std::vector<std::size_t> counting_rows;
  /// Two or more adjacent columns that hold only 0, only 1 or both, in a table whose other columns
  /// hold non-integer numbers.
  std::vector<std::size_t> binary_beside_reals;
  /// For samples without labels: the first or last column, if it holds a few consecutive integers
  /// that begin at 0 or 1 and all other columns, except row counts and constants, hold non-integer
  /// numbers.
  std::vector<std::size_t> classes_beside_reals;
  std::vector<std::size_t> constant;
};

/// Examines all n x d numbers of a table, which `read` returns as d x count, each row once and in
/// order. With fewer than 20 rows a column may look like labels or a count by chance, so only
/// constant columns are then reported.
/// Cost:    O(n d), with little work for columns of real numbers. Memory: about 100 bytes per
///          column, and a block of 2 MiB.
ColumnFacts column_facts(std::size_t n, std::size_t d, const Labels& labels,
                         const std::function<Features(std::size_t first, std::size_t count)>& read);

/// One line for each kind of column found, with what to do; none for ordinary tables. Columns are
/// numbered from 1 as in the imported file and in the options of 'hashlab import'. `view` is the
/// table's view, or empty.
std::vector<std::string> column_notes(const ColumnFacts& facts, const std::string& view = "");

}  // namespace hashlab
