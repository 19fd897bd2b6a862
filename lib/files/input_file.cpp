#include "lib/files/input_file.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace hashlab {
namespace {

/// A file, as the system tells it from all others: device, number, and when it was made, since the
/// number of a file that is gone is given to a new one. Some systems do not say when: 0 then.
using FileKey =
    std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::int64_t, std::uint32_t>;

/// Of an open file, or of the one at a path if `fd` is AT_FDCWD; nothing if there is none.
std::optional<FileKey> key_of(int fd, const char* path) {
  struct statx about {};
  const int way = *path == '\0' ? AT_EMPTY_PATH : 0;
  if (::statx(fd, path, way, STATX_INO | STATX_BTIME, &about) != 0) return std::nullopt;
  const bool has_birth = (about.stx_mask & STATX_BTIME) != 0;
  return FileKey(about.stx_dev_major, about.stx_dev_minor, about.stx_ino,
                 has_birth ? about.stx_btime.tv_sec : 0, has_birth ? about.stx_btime.tv_nsec : 0);
}

/// The files that were read.
struct Inputs {
  std::mutex mutex;
  bool wanted = false;
  std::set<FileKey> files;
};

Inputs& inputs() {
  static Inputs all;
  return all;
}

void remember(int fd) {
  const std::lock_guard lock(inputs().mutex);
  if (!inputs().wanted) return;
  if (const auto key = key_of(fd, "")) inputs().files.insert(*key);
}

/// Why a file that was opened as `fd`, or not, cannot be read; empty if it can.
std::string obstacle(int fd, struct stat& about) {
  if (fd < 0 || ::fstat(fd, &about) != 0) return std::strerror(errno);
  if (S_ISREG(about.st_mode)) return "";
  return S_ISDIR(about.st_mode)    ? "it is a folder"
         : S_ISFIFO(about.st_mode) ? "it is a pipe, and pipes are not read"
                                   : "it is a device";
}

}  // namespace

InputFile::InputFile(const std::string& path, Use use)
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    : path_(path), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (fd_ < 0 && errno == ENOENT) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no such file", path));
  }
  struct stat about {};
  if (const std::string why = obstacle(fd_, about); !why.empty()) {
    if (fd_ >= 0) ::close(fd_);
    throw Error(ErrorCode::unreadable, fmt::format("{}: cannot be read as a file: {}", path, why));
  }
  if (use == Use::input) remember(fd_);
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
      throw Error(ErrorCode::unreadable,
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

void protect_inputs() {
  const std::lock_guard lock(inputs().mutex);
  inputs().wanted = true;
}

void forget_input(const std::string& path) {
  const std::lock_guard lock(inputs().mutex);
  if (const auto key = key_of(AT_FDCWD, path.c_str())) inputs().files.erase(*key);
}

bool is_input(const std::string& path) {
  const std::lock_guard lock(inputs().mutex);
  const auto key = key_of(AT_FDCWD, path.c_str());
  return key && inputs().files.contains(*key);
}

}  // namespace hashlab
