#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// A regular file that is read anywhere, so that it may be larger than memory.
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
  /// Reads `bytes` bytes from `offset` on; they lie within the file.
  /// Errors:  io_error, also if the file has become shorter.
  void read(std::size_t offset, void* out, std::size_t bytes) const;
  /// As many of them as the file has.
  std::string text(std::size_t offset, std::size_t at_most) const;

 private:
  std::string path_;
  int fd_;
  std::size_t size_ = 0;
};

}  // namespace hashlab
