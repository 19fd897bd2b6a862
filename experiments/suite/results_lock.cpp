#include "experiments/suite/results_lock.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/this_process.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>

namespace hashlab::experiments {
namespace {

constexpr const char* sharing = " and runs that share its work";

/// The name that the holder of the lock wrote into it, for error messages.
std::string holder_of(int fd) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(fd, text.data(), text.size() - 1, 0);
  std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  holder.erase(holder.find_last_not_of('\n') + 1);
  return holder.empty() ? "another run" : holder;
}

/// True if the path still names the open file, which a run that ends removes.
bool is_there(const std::string& path, int fd) {
  struct stat open {
  }, named{};
  return ::fstat(fd, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

ResultsLock::ResultsLock(const std::string& folder, const std::string& suite, Use use)
    : use_(use), path_(folder + "/run.lock") {
  const auto fail = [&] {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  };
  make_writable_folder(folder);
  while (true) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
    if (fd_ < 0) fail();
    const int kind = use_ == Use::shared ? LOCK_SH : LOCK_EX;
    if (::flock(fd_, kind | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string holder = holder_of(fd_);
      ::close(fd_);
      refuse(fmt::format(
          "{}: {} is at work here: wait for its end, {}or name another folder by "
          "--out",
          folder, holder, holder.find(sharing) != holder.npos ? "join it by --shared, " : ""));
    }
    if (is_there(path_, fd_)) break;
    ::close(fd_);
  }
  const std::string holder = fmt::format("{}{}, suite '{}'\n", text_of(this_process()),
                                         use_ == Use::shared ? sharing : "", suite);
  if (::ftruncate(fd_, 0) != 0 ||
      ::pwrite(fd_, holder.data(), holder.size(), 0) != static_cast<ssize_t>(holder.size())) {
    const int reason = errno;
    ::unlink(path_.c_str());
    ::close(fd_);
    errno = reason;
    fail();
  }
}

ResultsLock::~ResultsLock() {
  const bool others_hold_it =
      use_ == Use::shared && ::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!others_hold_it) ::unlink(path_.c_str());
  ::close(fd_);
}

}  // namespace hashlab::experiments
