#include "lib/h5/h5_locks.h"

#include "lib/error.h"
#include "lib/files/input_file.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace hashlab {
namespace {

/// 0 if a lock for reading is to be had, else why it is not.
int reason_of_no_lock(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return 0;  // which is found out, and said, elsewhere
  const int reason = ::flock(fd, LOCK_SH | LOCK_NB) == 0 ? 0 : errno;
  ::close(fd);
  return reason;
}

/// The library's own rule: the variable goes before all else.
bool is_locking_off() {
  const char* const text = std::getenv("HDF5_USE_FILE_LOCKING");
  return text != nullptr && (std::string_view(text) == "FALSE" || std::string_view(text) == "0");
}

/// The newer kinds of files note in their first bytes that a program is writing, or has died.
bool says_it_is_open(const std::string& path) {
  constexpr std::size_t version_at = 8, flags_at = 11;
  const std::string head = InputFile(path).text(0, 12);
  return head.size() > flags_at && head.starts_with("\x89HDF") && head[version_at] >= 2 &&
         head[version_at] <= 3 && (head[flags_at] & 5) != 0;
}

}  // namespace

bool h5_can_lock(const std::string& path) {
  if (is_locking_off()) return false;
  const int reason = reason_of_no_lock(path);
  if (reason == EWOULDBLOCK) {
    fail_in(ErrorCode::unreadable, path,
            "is open for writing in another program, such as a notebook, so that HDF5 cannot lock "
            "it: close it there, or set HDF5_USE_FILE_LOCKING=FALSE if nobody writes to it");
  }
  return reason == 0;
}

void h5_fail_to_open(const std::string& path) {
  if (says_it_is_open(path)) {
    fail_in(ErrorCode::unreadable, path,
            "is marked as open for writing: another program has it open, or ended without closing "
            "it; close it there, or, if it has ended, clear the mark with h5clear -s");
  }
  if (!is_locking_off()) {
    if (const int reason = reason_of_no_lock(path); reason != 0) {
      fail_in(ErrorCode::unreadable, path,
              fmt::format("cannot be locked by HDF5 ({}): set HDF5_USE_FILE_LOCKING=FALSE",
                          std::strerror(reason)));
    }
  }
  fail_corrupt(path, "is a truncated or damaged HDF5 file");
}

}  // namespace hashlab
