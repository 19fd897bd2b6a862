#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// A regular file with random access, so that it may be larger than memory.
class InputFile {
 public:
  /// Errors:  not_found, io_error.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile& operator=(InputFile&&) = delete;

  const std::string& path() const { return path_; }
  std::size_t size() const { return size_; }  ///< bytes, when it was opened
  /// Reads `bytes` bytes from `offset` on; the range must lie within the file.
  /// Errors:  io_error, also if the file has become shorter.
  void read(std::size_t offset, void* out, std::size_t bytes) const;
  /// At most `at_most` bytes from `offset` on; fewer if the file ends before.
  std::string text(std::size_t offset, std::size_t at_most) const;

 private:
  std::string path_;
  int fd_;
  std::size_t size_ = 0;
};

}  // namespace hashlab
