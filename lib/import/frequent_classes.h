#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// The columns of labels that were kept.
struct KeptClasses {
  std::size_t all = 0;                   ///< number of columns before the selection
  std::vector<std::size_t> classes;      ///< columns that are kept, 0-based, ascending
  std::size_t rows = 0, unlabelled = 0;  ///< number of all samples; of those without any kept class

  /// One line of text: how many classes are kept, their columns, and how many samples have no kept
  /// class.
  std::string text() const;
};

/// Keeps the columns of the k classes with the most samples, in their original order; among classes
/// with equally many samples the first ones are kept. A sample without any kept class keeps its
/// row, without a label. When the first row is requested, the whole table is read and `kept` is
/// filled. `table` has columns of 0 and 1 (see class_numbers); k must be at least 1.
/// Errors:  invalid_argument if the table has one class number per sample, or fewer than k columns.
/// Memory:  4 bytes for each kept label of a sample, 8 for each sample; during the selection also 4
///          for each label, whether kept or not, and another 8 for each sample.
std::unique_ptr<ForeignTable> most_frequent_classes(std::unique_ptr<ForeignTable> table,
                                                    std::size_t k,
                                                    std::shared_ptr<KeptClasses> kept);

}  // namespace hashlab
