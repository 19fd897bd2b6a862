#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// A regular file with random access, so that it may be larger than memory. All files that are read
/// are opened by this class, so none can hang the program, and it is known which were read.
class InputFile {
 public:
  /// input:  what a user gave; it is known from then on (see protect_inputs)
  /// own:    a file that the program keeps for itself
  enum class Use { input, own };

  /// Errors:  not_found; unreadable, also for a folder, a pipe, a device or a socket.
  explicit InputFile(const std::string& path, Use use = Use::input);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile& operator=(InputFile&&) = delete;

  const std::string& path() const { return path_; }
  std::size_t size() const { return size_; }  ///< bytes, when it was opened
  /// Reads `bytes` bytes from `offset` on; the range must lie within the file.
  /// Errors:  unreadable, also if the file has become shorter.
  void read(std::size_t offset, void* out, std::size_t bytes) const;
  /// At most `at_most` bytes from `offset` on; fewer if the file ends before.
  std::string text(std::size_t offset, std::size_t at_most) const;

 private:
  std::string path_;
  int fd_;
  std::size_t size_ = 0;
};

/// From now on a file that this process has opened for reading, by whatever name, is not replaced
/// by an output (see TemporaryFile::publish). For programs of one task: a library's user may well
/// rewrite what was read.
void protect_inputs();

/// Takes it back of a file: what was read of it does not matter for the output.
void forget_input(const std::string& path);

/// Is there a file at `path` that was opened for reading since protect_inputs()?
bool is_input(const std::string& path);

}  // namespace hashlab
