#pragma once

#include "lib/import/foreign_table.h"
#include "lib/import/text/line_reader.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The rows of a text table, divided into fields. A row is a line that is not blank and does not
/// begin with '#'.
///
/// The separator is that of the first row: a semicolon if it contains one, else a comma, else a
/// tab, else blanks. With semicolons and commas any field may be empty; with tabs, any field except
/// the last. A run of blanks is one separator. A separator at the end of a line is ignored if the
/// first row ends with one too. Blanks around a field are removed, and so are double quotes, within
/// which separators are ordinary characters.
class TextRows {
 public:
  /// Errors:  not_found, unreadable.
  explicit TextRows(const std::string& path) : lines_(path) {}

  /// Advances to the next row. Returns false at the end.
  /// Errors:  those of LineReader; corrupt_file naming the line if it has more than 1,048,576
  ///          fields, if their number differs from that of the first row, or if a quote is not
  ///          closed or is followed by more text in its field.
  bool next();
  const std::vector<std::string_view>& fields() const { return fields_; }  ///< valid until next()
  const std::string& path() const { return lines_.path(); }

  /// Field `column` (0-based) as a number: decimal, with or without exponent, "inf" or "nan".
  /// Errors:  corrupt_file naming line and column if it is empty, not a number or beyond float64.
  double number(std::size_t column) const;
  /// Throws corrupt_file about a field: "PATH: line 3, column 2 {what}".
  [[noreturn]] void fail(std::size_t column, const std::string& what) const;

 private:
  void split(std::string_view line);

  LineReader lines_;
  std::vector<std::string_view> fields_;
  char separator_ = '\0';  // unknown before the first row; ' ' means runs of blanks
  bool ends_with_separator_ = false;
  std::size_t width_ = 0, first_line_ = 0;  // of the first row
};

/// Parses a number as TextRows::number() does; none if `text` is not a number.
std::optional<double> number_of(std::string_view text);

/// True if a field is neither empty, nor a number, nor a mark of a missing value ("NA", "?", ...).
bool is_word(std::string_view field);

/// True if the first row of a table holds column names rather than a sample. Of its fields in
/// `columns` (0-based), at least one must be a word (see is_word) that does not begin like a
/// number, and none may be a number or the mark of a missing value ("NA", "?", ...).
bool is_header(const TextRows& row, const std::vector<std::size_t>& columns);

/// Returns the wanted columns (0-based, ascending) of a row with the given number of fields.
using WantedColumns = std::function<std::vector<std::size_t>(std::size_t fields)>;
/// Selects all columns, as a value of WantedColumns.
std::vector<std::size_t> every_column(std::size_t fields);

/// Opens a text table of numbers, one sample per row. `wanted` selects its columns; the others may
/// hold anything. A header row with column names is skipped. `has_header` says whether there is
/// one; without a value, is_header() decides. Element: float32, since a text that begins with
/// integers may continue with other numbers.
/// Errors:  here, those of `wanted` and TextRows; corrupt_file if there is no row of numbers, or if
///          the first one has a word (see is_word) in a wanted column; in read(), those of
///          TextRows::next() and TextRows::number().
std::unique_ptr<ForeignTable> open_text_table(const std::string& path,
                                              const WantedColumns& wanted = every_column,
                                              std::optional<bool> has_header = std::nullopt);

}  // namespace hashlab
