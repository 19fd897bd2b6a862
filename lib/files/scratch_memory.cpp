#include "lib/files/scratch_memory.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <sstream>
#include <vector>

namespace hashlab {
namespace {

/// Linux 6.18 caches what is written at once as one folio of up to 2 MiB, and maps all of it for
/// the first byte that is read. (Older ones map 64 KiB around that byte, whatever was written.)
constexpr std::size_t max_a_write = std::size_t{64} << 10;

[[noreturn]] void fail(const std::string& folder, std::size_t bytes, int reason) {
  throw Error(ErrorCode::io_error,
              fmt::format("{}: cannot take {:.0f} MiB of scratch there: {}", folder,
                          std::ceil(static_cast<double>(bytes) / 1048576), std::strerror(reason)));
}

/// A file without a name; where the file system knows no such thing, one whose name is removed.
int unnamed_file(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
  std::string path = folder + "/.hashlab-scratch-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(path.c_str());
  return named;
}

/// On the disk of a file, for users other than root.
std::size_t free_bytes(int fd) {
  struct statvfs disk {};
  if (::fstatvfs(fd, &disk) != 0) return std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(disk.f_bavail) * disk.f_frsize;
}

/// The holders of scratch, and how much of it may stay.
struct Registry {
  struct Entry {
    void* data;
    std::size_t size;
  };
  std::mutex mutex;  // guards `entries`; held while pages are given back
  std::vector<Entry> entries;
  std::atomic<std::size_t> max_resident = 0;  // 0: there is none
  int statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  /// What the process holds of files that it has mapped, the program's own among them.
  std::size_t resident_of_files() const {
    std::array<char, 128> text{};
    if (::pread(statm, text.data(), text.size() - 1, 0) <= 0) return 0;
    unsigned long total = 0, resident = 0, of_files = 0;
    std::istringstream(text.data()) >> total >> resident >> of_files;
    return of_files * static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
  }
};

}  // namespace

ScratchMemory::ScratchMemory(const std::string& folder, std::size_t bytes, std::size_t max_resident)
    : folder_(folder), size_(bytes) {
  fd_ = unnamed_file(folder);
  if (fd_ < 0) fail(folder, bytes, errno);
  // All of it at once, so that a full disk is told before any work; but what there is not is not
  // tried, as others would find the disk full meanwhile.
  int reason = bytes > free_bytes(fd_) ? ENOSPC : 0;
  if (reason == 0) reason = ::posix_fallocate(fd_, 0, static_cast<off_t>(bytes));
  if (reason == 0) {
    data_ = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd_, 0);
    if (data_ == MAP_FAILED) {
      reason = errno;
    } else {
      // One row of each of 1,000 huge pages would be 2 GB between two looks at what stays.
      ::madvise(data_, bytes, MADV_NOHUGEPAGE);
    }
  }
  if (reason != 0) {
    ::close(fd_);
    fail(folder, bytes, reason);
  }
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  registry.entries.push_back({data_, size_});
  registry.max_resident = registry.resident_of_files() + max_resident;
}

ScratchMemory::~ScratchMemory() {
  Registry& registry = Registry::instance();
  {
    const std::lock_guard lock(registry.mutex);
    std::erase_if(registry.entries, [this](const auto& entry) { return entry.data == data_; });
    if (registry.entries.empty()) registry.max_resident = 0;
  }
  ::munmap(data_, size_);
  ::close(fd_);
}

void ScratchMemory::append(const void* next, std::size_t count) {
  const char* from = static_cast<const char*>(next);
  if (count > size_ - written_) fail(folder_, size_, ENOSPC);
  while (count > 0) {
    const std::size_t some = std::min(count, max_a_write);
    const ssize_t done = ::pwrite(fd_, from, some, static_cast<off_t>(written_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(folder_, size_, done < 0 ? errno : ENOSPC);
    from += done;
    count -= static_cast<std::size_t>(done);
    written_ += static_cast<std::size_t>(done);
  }
}

void trim_scratch() {
  Registry& registry = Registry::instance();
  const std::size_t most = registry.max_resident;
  if (most == 0 || registry.resident_of_files() <= most) return;
  // A page that is given back is read from the cache again when it is needed: no reader is stopped.
  const std::lock_guard lock(registry.mutex);
  for (const auto& entry : registry.entries) ::madvise(entry.data, entry.size, MADV_DONTNEED);
}

bool is_in_memory(const std::string& folder) {
  struct statfs system {};
  return ::statfs(folder.c_str(), &system) == 0 &&
         (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}

}  // namespace hashlab
