#pragma once

#include "lib/import/foreign_table.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A file of labels, before its numbers are checked (see class_numbers).
struct LabelTable {
  std::unique_ptr<ForeignTable> table;   ///< one column of class numbers, or several of 0 and 1
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty if the file has numbers
  std::vector<std::string> row_names;    ///< of each sample; empty if the file does not name them
  /// True if the file lists the classes of each sample. The table then has no columns beyond the
  /// highest class that is listed.
  bool are_lists = false;
  std::vector<std::string> notes = {};  ///< doubts about the file, one line each, for the user
};

}  // namespace hashlab
