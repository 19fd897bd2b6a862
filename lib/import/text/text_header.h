#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab {

/// What the first rows of a text table say about it, where words in the first row do not.
struct TextHeader {
  /// Is the first row one of column names? None: words in it tell, see is_header().
  std::optional<bool> is_there = {};
  /// The first column has no name: pandas writes the index of a table so.
  bool has_index = false;
  std::size_t columns = 0;  ///< of the first row
  std::string note = {};    ///< what was deduced, or looks otherwise than it was read; or empty
};

/// Looks at the first two rows. 0, 1, 2, ... in the first one are the names that pandas gives to
/// columns without names. Some columns may instead have a word, if it stands above a number. A
/// table of two columns without words counts only if its second row has a fraction. Names of which
/// the first is empty, or "Unnamed: 0", stand above an index.
/// `given`: what the user says about the first row.
/// Errors:  not_found, unreadable, those of TextRows.
TextHeader text_header(const std::string& path, std::optional<bool> given);

}  // namespace hashlab
