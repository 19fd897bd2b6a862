#pragma once

#include "lib/import/foreign_table.h"
#include "lib/import/text_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab {

/// Labels collected from a column of text: all numbers, or all names of classes. Classes are
/// numbered from 0 on, in the order of the bytes of their names.
/// Memory:  4 bytes a label and every name once.
class TextLabels {
 public:
  /// Takes field `column` of a row.
  /// Errors:  corrupt_file naming line and column: empty, a number among names or the reverse, no
  ///          UTF-8, longer than 1024 bytes, or more than 1,048,576 different ones.
  void add(const TextRows& row, std::size_t column);

  ForeignPart part(const std::string& source) const;  ///< "/labels", one int32 a row
  std::vector<std::string> class_names() const;       ///< empty if the labels are numbers

 private:
  std::map<std::string, std::uint32_t, std::less<>> ids_;  // in order of appearance
  std::vector<std::uint32_t> rows_;
  bool are_numbers_ = false;
};

}  // namespace hashlab
