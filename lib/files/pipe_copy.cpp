#include "lib/files/pipe_copy.h"

#include "lib/error.h"
#include "lib/files/write_all.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <vector>

namespace hashlab {
namespace {

class PipeEnd {
 public:
  // Without O_NONBLOCK this would wait for a writer, perhaps for ever.
  explicit PipeEnd(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (fd_ < 0) fail_in(ErrorCode::unreadable, path, std::strerror(errno));
  }
  ~PipeEnd() { ::close(fd_); }
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

void fill(const std::string& path, int fd, const std::function<void(std::size_t)>& progress) {
  constexpr int patience_ms = 200;
  const PipeEnd pipe(path);
  std::vector<char> block(std::size_t{1} << 18);
  std::size_t bytes = 0;
  while (true) {
    progress(bytes);
    const ssize_t count = ::read(pipe.fd(), block.data(), block.size());
    if (count > 0) {
      const int reason = write_all(fd, {block.data(), static_cast<std::size_t>(count)});
      if (reason != 0) {
        fail_in(ErrorCode::io_error, path,
                fmt::format("cannot be copied to the output's folder: {}", std::strerror(reason)));
      }
      bytes += static_cast<std::size_t>(count);
    } else if (count == 0) {
      break;
    } else if (errno == EAGAIN) {
      pollfd wait{pipe.fd(), POLLIN, 0};
      ::poll(&wait, 1, patience_ms);
    } else if (errno != EINTR) {
      fail_in(ErrorCode::unreadable, path, std::strerror(errno));
    }
  }
  if (bytes == 0) {
    fail_in(ErrorCode::unreadable, path,
            "is a pipe to which nobody writes: start the program that does, or name a file");
  }
}

}  // namespace

bool is_pipe(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISFIFO(about.st_mode);
}

PipeCopy::PipeCopy(const std::string& pipe, const std::string& folder,
                   const std::function<void(std::size_t bytes)>& progress)
    : pipe_(pipe), fd_(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
  if (fd_ < 0) fd_ = memfd_create("pipe", MFD_CLOEXEC);
  if (fd_ < 0) fail_in(ErrorCode::io_error, pipe, std::strerror(errno));
  path_ = fmt::format("/proc/self/fd/{}", fd_);
  try {
    fill(pipe, fd_, progress);
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

PipeCopy::~PipeCopy() {
  ::close(fd_);
}

}  // namespace hashlab
