#pragma once

#include "lib/import/foreign_table.h"
#include "lib/import/line_reader.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The rows of a text as fields: a row is a line that is neither blank nor begins with '#'.
///
/// The first row tells what separates fields: a semicolon if it has one, else a comma, else a tab,
/// else blanks. Between semicolons, commas and tabs a field may be empty; runs of blanks are one
/// separator. A separator at the end of a line counts if the first row has none there. Blanks around
/// a field are dropped, and so are double quotes, between which a separator is none.
class TextRows {
 public:
  /// Errors:  not_found, io_error.
  explicit TextRows(const std::string& path) : lines_(path) {}

  /// Goes to the next row. False at the end.
  /// Errors:  those of LineReader; corrupt_file naming a line with another number of fields than
  ///          the first row or more than 1,048,576, or whose quotes do not close.
  bool next();
  const std::vector<std::string_view>& fields() const { return fields_; }  ///< until next()
  const std::string& path() const { return lines_.path(); }

  /// Field `column` (0-based) as a number: decimal, with or without exponent, "inf" or "nan".
  /// Errors:  corrupt_file naming line and column if it is empty, no number or beyond float64.
  double number(std::size_t column) const;
  /// Throws corrupt_file about a field: "PATH: line 3, column 2 {what}".
  [[noreturn]] void fail(std::size_t column, const std::string& what) const;

 private:
  void split(std::string_view line);

  LineReader lines_;
  std::vector<std::string_view> fields_;
  char separator_ = '\0';  // unknown before the first row; ' ' stands for blanks
  bool ends_with_separator_ = false;
  std::size_t width_ = 0, first_line_ = 0;  // of the first row
};

/// The number that `text` is, as TextRows::number() reads it; none if it is no number.
std::optional<double> number_of(std::string_view text);

/// Is a first row names of columns and no sample? So it is if a field outside `left_out` is a word
/// that does not begin like a number, and none is a number or the mark of a missing one ("NA",
/// "?", ...).
bool is_header(const TextRows& row, std::optional<std::size_t> left_out = std::nullopt);

/// A text table of numbers, one sample a row; names of columns in front are skipped. Column
/// `left_out` (0-based) is neither read nor counted.
/// Element: float32, since a text that begins with whole numbers may go on with others.
/// Errors:  here, not_found, io_error, corrupt_file if there is no row; in read(), corrupt_file
///          naming line and column of a field that is no number.
std::unique_ptr<ForeignTable> open_text_table(const std::string& path,
                                              std::optional<std::size_t> left_out = std::nullopt);

}  // namespace hashlab
