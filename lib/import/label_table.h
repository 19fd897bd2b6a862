#pragma once

#include "lib/import/foreign_table.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A file of labels, before its numbers are checked (see class_numbers).
struct LabelTable {
  std::unique_ptr<ForeignTable> table;   ///< one column: class numbers
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty if the file has numbers
  std::vector<std::string> row_names;    ///< of each sample; empty if the file does not name them
  /// The file lists the classes of each sample, so that columns after the last class that it has
  /// may be missing.
  bool are_lists = false;
  std::vector<std::string> notes = {};  ///< what might be doubted, a line each, to be told
};

}  // namespace hashlab
