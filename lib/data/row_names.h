#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hashlab {

/// Names of the rows of a data set, such as the files that its pictures were.
class RowNames {
 public:
  /// `source`: where they are from, for messages.
  RowNames(std::vector<std::string> names, std::string source);
  RowNames(RowNames&&) = default;
  RowNames& operator=(RowNames&&) = default;
  RowNames(const RowNames&) = delete;  // the views would be of another's names
  RowNames& operator=(const RowNames&) = delete;

  std::size_t size() const { return names_.size(); }
  /// The row of a name: equal to its own, or the end of it, or its own is the end of the name, from
  /// a '/' on: "cat/1.jpg" is "data/cat/1.jpg", but not "dog/1.jpg".
  /// Errors:  invalid_argument if there are several such rows.
  std::optional<std::uint32_t> row_of(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::string source_;
  // Rows by their whole names, and by what stands behind the last '/': views into names_.
  std::unordered_multimap<std::string_view, std::uint32_t> whole_, ends_;
};

/// The name at the beginning of a line of a list: all but the numbers at its end, which are labels.
std::string_view name_of_line(std::string_view line);

/// Names of the n rows of a data set: of an HDF5 file '/names', or its only list of n texts, or
/// FILE.h5:/NAME; of a text the name at the beginning of each line that is not blank.
/// Errors:  not_found, unreadable; invalid_argument if there are no such names, or not n.
RowNames read_row_names(const std::string& path, std::size_t n);

}  // namespace hashlab
