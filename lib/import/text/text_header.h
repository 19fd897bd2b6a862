#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab {

/// Facts about the header of a text table that can be deduced from its first two rows.
struct TextHeader {
  /// True if the first row holds column names, false if it is a sample. No value: is_header()
  /// decides.
  std::optional<bool> is_there = {};
  /// True if the first column is the index that pandas writes, which has no name.
  bool has_index = false;
  std::size_t columns = 0;  ///< number of columns of the first row; 0 if there is no note
  std::string note = {};    ///< a note for the user: the deduction, or a doubt about it; or empty
};

/// Examines the first two rows. If pandas writes a table whose columns have no names, the first row
/// holds the numbers 0, 1, 2, ... Such a row is recognised as a header. Some of its fields may be
/// words instead if there is a number below each word. A row that holds just 0 and 1 is a header
/// only if the second row has a fraction. If the first field is empty or "Unnamed: 0" and the other
/// fields are names or 0, 1, 2, ..., the row is a header, and the first column is an index.
/// `given` says whether the first row is a header, if the user states it; is_there then has this
/// value.
/// Errors:  not_found, unreadable, those of TextRows.
TextHeader text_header(const std::string& path, std::optional<bool> given);

}  // namespace hashlab
