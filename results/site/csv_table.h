#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// A CSV file with a header: RFC 4180, without line breaks inside fields. Line i + 2 of the file is
/// row i, because there are no empty lines between.
struct CsvTable {
  std::string name;  ///< how messages refer to the file
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `columns`

  static std::size_t line_of(std::size_t row) { return row + 2; }
  /// The place of a column; none if the file does not have it.
  std::optional<std::size_t> column(std::string_view name) const;
  bool has(std::initializer_list<std::string_view> names) const;
  /// The field of a row in the column `name`; empty if the file does not have this column.
  const std::string& field(std::size_t row, std::string_view name) const;
  /// The field as a finite number; none if it is empty or the file does not have the column.
  /// Errors:  corrupt_file naming line and column if it is something else.
  std::optional<double> number(std::size_t row, std::string_view name) const;
  /// The field as a whole number, likewise.
  std::optional<std::size_t> whole(std::size_t row, std::string_view name) const;
};

/// Parses the text of a CSV file. A byte order mark and line ends CRLF are accepted.
/// Errors:  corrupt_file naming the line: no header, a column that is unnamed or there twice,
///          another number of fields than columns, bad quotes, NUL bytes, an empty line, more than
///          256 columns.
CsvTable parse_csv_table(std::string_view text, const std::string& name);

/// Writes a table as parse_csv_table() reads it, with quotes only where they are needed.
std::string csv_text(const CsvTable& table);

}  // namespace hashlab::results
