#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// A small CSV file (RFC 4180, without line breaks inside fields), read line by line. Every error
/// message names the input and the line.
class CsvLines {
 public:
  /// `name`: how messages refer to the input. `in` must outlive this object.
  CsvLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// The next line without its end; nothing at the end of the input.
  /// Errors:  corrupt_file: NUL byte, line above 4096 bytes; io_error if it cannot be read.
  std::optional<std::string> next();

  /// The fields of the line read last.
  /// Errors:  corrupt_file: bad quotes, another number of fields than `columns`, an empty field.
  std::vector<std::string> fields(const std::string& line,
                                  const std::vector<std::string_view>& columns) const;

  /// A field of that line as a number. Errors:  corrupt_file: no number, or not in [min, max].
  std::size_t whole(const std::string& text, std::string_view column, std::size_t min,
                    std::size_t max) const;
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

/// The whole text of a file for this reader. Errors:  not_found, unreadable; corrupt_file above 64
/// MiB, naming the header that is expected.
std::string read_small_csv(const std::string& path, std::string_view header);

}  // namespace hashlab::results
