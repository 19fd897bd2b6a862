#pragma once

#include "lib/import/byte_stream.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// The lines of a text file, gzipped or not, one after the other.
/// Memory:  1 MiB, or the longest line.
class LineReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{64} << 20;

  /// Errors:  not_found, io_error.
  explicit LineReader(const std::string& path);

  /// The next line, without its end (LF or CR LF; the last line needs none) and without the byte
  /// order mark of UTF-8 in front of the first. Valid until the next call. False at the end.
  /// Errors:  io_error, corrupt_file if a line has more than longest_line bytes.
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }  ///< of the last line returned, from 1 on
  const std::string& path() const { return stream_.path(); }

 private:
  ByteStream stream_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is left in the buffer
  bool at_end_ = false;              // of the stream
  std::size_t number_ = 0;
};

}  // namespace hashlab
