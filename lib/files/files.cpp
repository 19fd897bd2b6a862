#include "lib/files/files.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, std::string_view what, int reason) {
  throw Error(ErrorCode::io_error, fmt::format("{}: {}: {}", path, what, std::strerror(reason)));
}

/// A file descriptor that is closed by its destructor.
struct Descriptor {
  int fd;
  explicit Descriptor(int f) : fd(f) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

/// Writes all bytes and flushes them to disk; returns 0 or errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(fd) == 0 ? 0 : errno;
}

fs::path folder_of(const std::string& path) {
  const fs::path target(path);
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// Renames a finished temporary file, unless an earlier step failed with errno `reason`.
void give_name(const std::string& temporary, const std::string& path, int reason) {
  if (reason == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) {
    ::unlink(temporary.c_str());
    fail(path, "cannot be written", reason);
  }
  const Descriptor directory(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.fd >= 0) ::fsync(directory.fd);
}

}  // namespace

std::string temporary_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return (folder_of(path) / fmt::format(".{}.{}.tmp", name, ::getpid())).string();
}

void publish_file(const std::string& temporary, const std::string& path) {
  int reason = 0;
  {
    const Descriptor file(::open(temporary.c_str(), O_RDWR | O_CLOEXEC));
    if (file.fd < 0 || ::fsync(file.fd) != 0) reason = errno;
  }
  give_name(temporary, path, reason);
}

void write_file(const std::string& path, std::string_view bytes) {
  const std::string temporary = temporary_name(path);
  int reason = 0;
  {
    const Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.fd < 0) fail(path, "cannot be written", errno);
    reason = write_all(file.fd, bytes);
  }
  give_name(temporary, path, reason);
}

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no such file", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!fs::is_regular_file(path, ignored) || !file || !(text << file.rdbuf())) {
    if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0) return "";
    throw Error(ErrorCode::io_error, fmt::format("{}: cannot be read as a file", path));
  }
  return text.str();
}

void remove_leftovers(const std::string& folder) {
  std::error_code ignored;
  std::vector<fs::path> leftovers;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') || !name.ends_with(".tmp")) continue;
    const std::string rest = name.substr(0, name.size() - 4);
    const std::string pid = rest.substr(rest.rfind('.') + 1);
    const bool number =
        !pid.empty() && pid.size() < 10 && pid.find_first_not_of("0123456789") == std::string::npos;
    if (number && ::kill(std::stoi(pid), 0) != 0 && errno == ESRCH) leftovers.push_back(entry);
  }
  for (const fs::path& path : leftovers) fs::remove(path, ignored);
}

void make_writable_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: the folder cannot be made: {}", path,
                            error ? error.message() : "something else has that name"));
  }
  if (::access(path.c_str(), W_OK | X_OK) != 0) fail(path, "the folder is not writable", errno);
}

}  // namespace hashlab
