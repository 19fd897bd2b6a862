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
  /// For each column of the table, its 0-based column in the imported file; empty if the numbers
  /// are the same or not known.
  std::vector<std::size_t> of_source = {};
  /// Columns that reveal the labels. A column of 0 and 1 is listed if its ones, or its zeros, are
  /// the samples of one class; classes of one or two samples are ignored if such a match may be by
  /// chance. With one label per sample, any other column is listed if it has few values and each
  /// value occurs with one label only.
  std::vector<std::size_t> telling_labels;
  /// Columns that seem to number the rows. They hold either consecutive integers, each once, in any
  /// order, or sorted values (ascending or descending) that change from one row to the next at
  /// least 9 floor((n - 1) / 10) times in n rows. Columns of telling_labels are left out.
  std::vector<std::size_t> counting_rows;
  /// Groups of adjacent columns of 0 and 1, at least two of them not constant, in a table where
  /// some other column holds non-integer numbers. Columns of telling_labels are left out.
  std::vector<std::size_t> binary_beside_reals;
  /// For samples without labels: the first or last column, if it holds a few consecutive integers
  /// that begin at 0 or 1 and all other columns, except those in counting_rows and constant, hold
  /// non-integer numbers.
  std::vector<std::size_t> classes_beside_reals;
  std::vector<std::size_t> constant;
};

/// Examines all numbers of a table of n samples with d columns. `read` returns the rows first ..
/// first + count - 1 as d x count; it is called for consecutive blocks of rows, in order. With
/// fewer than 20 rows a column may look like labels or a count by chance, so only constant columns
/// are then reported.
/// Cost:    O(n d), with little work for columns of real numbers. Memory: about 150 bytes per
///          column, the values of columns that have few, and a block of 2 MiB or one row.
ColumnFacts column_facts(std::size_t n, std::size_t d, const Labels& labels,
                         const std::function<Features(std::size_t first, std::size_t count)>& read);

/// Warnings for the user: one line for each list of columns in `facts` that is not empty. It names
/// the columns and, except for constant columns, says what to do. Columns are numbered from 1 as in
/// the imported file and in the options of 'hashlab import'. `view` is the table's view, or empty.
std::vector<std::string> column_notes(const ColumnFacts& facts, const std::string& view = "");

}  // namespace hashlab
