#include "lib/files/input_file.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace hashlab {

InputFile::InputFile(const std::string& path)
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    : path_(path), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (fd_ < 0 && errno == ENOENT) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no such file", path));
  }
  struct stat about {};
  if (fd_ < 0 || ::fstat(fd_, &about) != 0 || !S_ISREG(about.st_mode)) {
    if (fd_ >= 0) ::close(fd_);
    throw Error(ErrorCode::io_error, fmt::format("{}: cannot be read as a file", path));
  }
  size_ = static_cast<std::size_t>(about.st_size);
}

InputFile::~InputFile() {
  if (fd_ >= 0) ::close(fd_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

void InputFile::read(std::size_t offset, void* out, std::size_t bytes) const {
  auto* to = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t got = ::pread(fd_, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw Error(ErrorCode::io_error,
                  fmt::format("{}: byte {} cannot be read: {}", path_, offset,
                              got < 0 ? std::strerror(errno) : "the file has become shorter"));
    }
    to += got;
    offset += static_cast<std::size_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

std::string InputFile::text(std::size_t offset, std::size_t at_most) const {
  std::string bytes(offset < size_ ? std::min(at_most, size_ - offset) : 0, '\0');
  read(offset, bytes.data(), bytes.size());
  return bytes;
}

}  // namespace hashlab
