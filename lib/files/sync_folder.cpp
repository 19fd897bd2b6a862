#include "lib/files/sync_folder.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace hashlab {
namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  throw Error(ErrorCode::io_error, fmt::format("{}: the folder cannot be forced to disk: {}", path,
                                               std::strerror(reason)));
}

}  // namespace

void sync_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) fail(path, errno);
  const int reason = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (reason != 0 && reason != EINVAL && reason != ENOTSUP) {
    fail(path, reason);
  }
}

}  // namespace hashlab
