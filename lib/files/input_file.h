#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// A regular file with random access, so that it may be larger than memory. All input files are
/// opened by this class, so no pipe or device can block the program, and the set of files read is
/// known.
class InputFile {
 public:
  /// input:  a file given by the user; it is protected from then on (see protect_inputs)
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
  /// The bytes from `offset` on, at most `at_most`; fewer if the file ends before.
  std::string text(std::size_t offset, std::size_t at_most) const;

 private:
  std::string path_;
  int fd_;
  std::size_t size_ = 0;
};

/// Protects every file that this process opens with Use::input after this call: no output replaces
/// it, whatever name is given for it (see TemporaryFile::publish). Call this function only in
/// programs with a single task, because other users of the library may want to rewrite a file that
/// they have read.
void protect_inputs();

/// Removes the protection of a file. Call this function if the data read from the file do not
/// affect the output.
void forget_input(const std::string& path);

/// True if the file at `path` is protected: it was opened with Use::input since protect_inputs(),
/// and forget_input() was not called for it after that.
bool is_input(const std::string& path);

}  // namespace hashlab
