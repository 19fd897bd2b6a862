#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hashlab {

/// Names of the rows of a data set, for example the names of the image files.
class RowNames {
 public:
  /// `source`: where the names come from, for messages.
  RowNames(std::vector<std::string> names, std::string source);
  RowNames(RowNames&&) = default;
  RowNames& operator=(RowNames&&) = default;
  RowNames(const RowNames&) = delete;  // whole_ and ends_ refer to names_
  RowNames& operator=(const RowNames&) = delete;

  std::size_t size() const { return names_.size(); }
  /// The row with this name. If no row has exactly this name, a row matches if one of the two names
  /// ends with '/' followed by the other: "1.jpg" and "cat/1.jpg" match "data/cat/1.jpg", but
  /// "dog/1.jpg" does not. None if no row matches.
  /// Errors:  invalid_argument if several rows match.
  std::optional<std::uint32_t> row_of(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::string source_;
  // Rows by their whole names, and by the part after the last '/'; the string views refer to
  // names_.
  std::unordered_multimap<std::string_view, std::uint32_t> whole_, ends_;
};

/// The name at the beginning of a line of a list: everything except the numbers at the end, which
/// are labels.
std::string_view name_of_line(std::string_view line);

/// Reads the names of the n rows of a data set. In HDF5 they are the dataset that FILE.h5:/NAME
/// names, else '/names', else the file's only list of n texts. In a text file they are the names at
/// the beginning of the lines that are not blank.
/// Errors:  not_found, unreadable; corrupt_file if an HDF5 file is damaged; invalid_argument if
///          there are no such names, or not n.
RowNames read_row_names(const std::string& path, std::size_t n);

}  // namespace hashlab
