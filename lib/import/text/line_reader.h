#pragma once

#include "lib/import/byte_stream.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// The lines of a text file, gzipped or not, read sequentially.
/// Memory:  64 KiB, or twice the longest line.
class LineReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{64} << 20;

  /// Errors:  not_found, unreadable.
  explicit LineReader(const std::string& path);

  /// Reads the next line, without its terminator (LF or CR LF, optional for the last line) and
  /// without a UTF-8 byte order mark before the first. `line` is valid until the next call. Returns
  /// false at the end.
  /// Errors:  unreadable; corrupt_file if a line has more than longest_line bytes, or gzip data are
  ///          damaged or truncated.
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }  ///< of the last line returned, 1-based
  const std::string& path() const { return stream_.path(); }

 private:
  ByteStream stream_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the unread part of the buffer
  bool at_end_ = false;              // true if the stream has ended
  std::size_t number_ = 0;
};

/// The text without blanks and tabs at either end.
std::string_view without_blanks(std::string_view text);

}  // namespace hashlab
