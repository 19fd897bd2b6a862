#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab {

/// The bytes of a file, read sequentially; a gzip file is decompressed.
class ByteStream {
 public:
  /// Errors:  not_found, unreadable; io_error if zlib cannot be started.
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;

  const std::string& path() const;
  bool is_gzip() const;
  std::size_t position() const;  ///< bytes returned so far
  /// Reads up to `bytes` bytes into `out`. Returns the number of bytes read, which is less than
  /// `bytes` only at the end of the data.
  /// Errors:  unreadable; corrupt_file if gzip data are damaged or truncated.
  std::size_t read(void* out, std::size_t bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
