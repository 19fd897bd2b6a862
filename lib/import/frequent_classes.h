#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Which columns of labels were kept.
struct KeptClasses {
  std::size_t all = 0;                   ///< columns that there were
  std::vector<std::size_t> classes;      ///< those that are kept, 0-based, ascending
  std::size_t rows = 0, unlabelled = 0;  ///< samples; those that have none of the kept classes

  /// How many are kept, their columns, and how many samples have none of them, in a line.
  std::string text() const;
};

/// The columns of the k classes that most samples have, in their order; of classes with as many
/// samples the first ones. A sample that has none of them keeps its row, without a label. All of
/// the table is read when the first row is asked for, and `kept` is complete then.
/// `table`: columns of 0 and 1 (see class_numbers).
/// Errors:  invalid_argument if the table has class numbers, one a sample, or fewer columns.
/// Memory:  4 bytes a label that a sample has, 8 a sample.
std::unique_ptr<ForeignTable> most_frequent_classes(std::unique_ptr<ForeignTable> table,
                                                    std::size_t k,
                                                    std::shared_ptr<KeptClasses> kept);

}  // namespace hashlab
