#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab {

/// What the first rows of a text table say about its header, if the first row has no words.
struct TextHeader {
  /// True if the first row holds column names. None: words in it decide, see is_header().
  std::optional<bool> is_there = {};
  /// The first column has no name, because pandas has written the index of a table there.
  bool has_index = false;
  std::size_t columns = 0;  ///< of the first row
  std::string note = {};    ///< what was deduced, or what looks different from how it was read; or
                            ///< empty
};

/// Examines the first two rows. The values 0, 1, 2, ... in the first row are the names that pandas
/// gives to columns without names; some columns may have a word instead if it stands above a
/// number. A table of two columns without words has a header only if its second row has a fraction.
/// If the first name is empty or "Unnamed: 0", the first column is an index.
/// `given`: what the user states about the first row.
/// Errors:  not_found, unreadable, those of TextRows.
TextHeader text_header(const std::string& path, std::optional<bool> given);

}  // namespace hashlab
