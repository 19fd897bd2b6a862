#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// Columns of a table as a user names them, counted from 1: "5", "1-499", "1-4,7", "500-" (up to
/// the last).
class ColumnList {
 public:
  ColumnList() = default;
  /// Errors:  invalid_argument naming `option` and the problem: a malformed list, a number outside
  ///          1 .. 2147483647, an empty range, or a column named twice.
  ColumnList(std::string_view option, const std::string& text);

  bool empty() const { return ranges_.empty(); }
  const std::string& option() const { return option_; }
  const std::string& text() const { return text_; }
  /// 0-based positions in a table of `width` columns, ascending.
  /// Errors:  invalid_argument naming `source` if a named column is beyond the table's last one.
  std::vector<std::size_t> positions(std::size_t width, const std::string& source) const;

 private:
  std::string option_, text_;
  std::vector<std::pair<std::size_t, std::size_t>> ranges_;  // first and last; 0: the table's last
};

/// The roles of the columns of a table of samples.
struct ColumnRoles {
  ColumnList features;  ///< empty: all columns that are neither labels nor ids
  ColumnList labels;    ///< one column of class numbers, or C columns of 0 and 1; empty: none
  ColumnList ids;       ///< columns to leave out: names or numbers of the samples

  bool empty() const { return features.empty() && labels.empty() && ids.empty(); }
};

/// 0-based positions of the columns that are kept, ascending.
struct ChosenColumns {
  std::vector<std::size_t> features, labels;
};

/// The columns for features and for labels of a table of `width` columns. `source` is used in
/// messages.
/// Errors:  those of ColumnList::positions(); invalid_argument if a column has two roles or no
///          column is left for the features.
ChosenColumns choose_columns(const ColumnRoles& roles, std::size_t width,
                             const std::string& source);

/// Records in `attributes` of the data set which columns of the table became its features
/// (`columns`, 0-based), unless they were the first columns. Notes that refer to columns of the
/// file need this attribute (see column_notes).
void note_source_columns(std::map<std::string, std::string>& attributes,
                         const std::vector<std::size_t>& columns);

/// One line about the roles as the user gave them, such as "columns of the source: features 1-499,
/// labels 500-873".
std::string column_text(const ColumnRoles& roles);

/// A table of the given columns of another table (0-based, ascending, at least one).
std::unique_ptr<ForeignTable> selected_columns(std::unique_ptr<ForeignTable> table,
                                               std::vector<std::size_t> columns);

}  // namespace hashlab
