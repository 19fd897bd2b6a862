#pragma once

#include "lib/import/foreign_table.h"
#include "lib/import/text/text_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab {

/// Labels collected from a column of text: either all numbers or all names of classes. Named
/// classes are numbered from 0 on, in the byte order of their names.
/// Memory:  4 bytes per row, and every distinct label once; part() makes 8 bytes per row.
class TextLabels {
 public:
  /// Adds the label in field `column` of a row.
  /// Errors:  corrupt_file naming line and column if the label is empty, a number among names or
  ///          vice versa, longer than 1,024 bytes or not a name (see is_name), or if there are
  ///          more than 1,048,576 distinct labels.
  void add(const TextRows& row, std::size_t column);

  ForeignPart part(const std::string& source) const;  ///< the part "/labels", one int32 per row
  std::vector<std::string> class_names() const;       ///< empty if the labels are numbers

 private:
  std::map<std::string, std::uint32_t, std::less<>> ids_;  // in order of appearance
  std::vector<std::uint32_t> rows_;
  bool are_numbers_ = false;
};

}  // namespace hashlab
