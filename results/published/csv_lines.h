#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// A small CSV file (RFC 4180, without line breaks inside fields), read line by line. The messages
/// of corrupt_file name the input and the line.
class CsvLines {
 public:
  /// `name`: how messages refer to the input. `in` must outlive this object.
  CsvLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// The next line without its line end (LF or CRLF), the first also without a byte order mark;
  /// nothing at the end of the input.
  /// Errors:  corrupt_file: NUL byte, line above 4096 bytes; io_error if it cannot be read.
  std::optional<std::string> next();

  /// The fields of `line`, the line that next() returned last. `columns` are the names of the
  /// fields, for messages.
  /// Errors:  corrupt_file: bad quotes, another number of fields than `columns`, an empty field.
  std::vector<std::string> fields(const std::string& line,
                                  const std::vector<std::string_view>& columns) const;

  /// The field `text` of the line read last, as a whole number. `column`: its name in messages.
  /// Errors:  corrupt_file: not a whole number, or not in [min, max].
  std::size_t whole(const std::string& text, std::string_view column, std::size_t min,
                    std::size_t max) const;
  /// The field `text` of the line read last, as a real number. `column`: its name in messages.
  /// Errors:  corrupt_file: not a number, or not in [min, max].
  double real(const std::string& text, std::string_view column, double min, double max) const;

  /// Throws corrupt_file: "NAME:LINE: why".
  [[noreturn]] void fail(const std::string& why) const;

  const std::string& name() const { return name_; }
  std::size_t line() const { return line_; }  ///< the number of the line read last, from 1

 private:
  std::istream& in_;
  std::string name_;
  std::size_t line_ = 0;
};

/// Reads the whole text of a small CSV file, for CsvLines.
/// Errors:  not_found, unreadable; corrupt_file if it is larger than 64 MiB, with a message that
///          states the expected `header`.
std::string read_small_csv(const std::string& path, std::string_view header);

}  // namespace hashlab::results
