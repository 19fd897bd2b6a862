#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab {

/// The bytes of a file, read sequentially; a gzip file is decompressed.
class ByteStream {
 public:
  /// Errors:  not_found, unreadable.
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;

  const std::string& path() const;
  bool is_gzip() const;
  std::size_t position() const;  ///< bytes returned so far
  /// Reads the next `bytes` bytes into `out`. Returns their number, which is smaller only at the
  /// end.
  /// Errors:  unreadable; corrupt_file if gzip data are damaged or truncated.
  std::size_t read(void* out, std::size_t bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
