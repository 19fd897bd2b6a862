// A library to be loaded before the C library (LD_PRELOAD), in whose place it answers what concerns
// the folder FAULTS_ROOT. It counts every call that can change the folder, and the environment says
// what becomes of the N-th:
//
//   FAULTS_LOG=FILE            a line for each call as it happens: N, letter, bytes, path, new name
//   FAULTS_FAIL=N:ERRNO        it fails, once
//   FAULTS_FAIL=N/:ERRNO       a write does half of its work; the next to that file fails
//   FAULTS_FAIL=N+:ERRNO       so do all later ones that need space: a disk that stays full
//   FAULTS_KILL=N, N'          the process is killed before, or after, it
//   FAULTS_SIGNAL=NUMBER       by this signal instead of SIGKILL
//   FAULTS_TRACE=FILE          everything that was done, in order, with its bytes: see disk.h
//   FAULTS_MALLOC=N            the N-th allocation after a first file was opened fails; the log
//                              tells where a crash was
//
// Why not a tracer (ptrace, strace)? It needs rights that containers do not give, counts what the
// loader and the libraries do at start-up, which is another number on every machine, slows down
// each call of each thread, and can only count system calls, not allocations. What it sees that
// this does not: files written by fopen, whose calls inside the C library cannot be answered from
// outside. They are logged as a call "f", which no test accepts.
//
// fsync is counted, but not carried out: nobody cuts the power, and tests would wait for disks.
#include "tests/attack/preload/faults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>

using namespace faults;

namespace {

struct Opened {
  bool watched = false, is_folder = false;
  std::string path;
};

/// What descriptors stand for.
struct Table {
  std::mutex guard;
  std::array<Opened, 4096> files;

  /// Never destroyed: files are closed until the very end.
  static Table& get() {
    static Table& table = *new Table;
    return table;
  }
  bool has_room_for(int fd) const { return fd >= 0 && static_cast<std::size_t>(fd) < files.size(); }
};

Opened opened(int fd) {
  Table& table = Table::get();
  if (!table.has_room_for(fd)) return {};
  const std::lock_guard lock(table.guard);
  return table.files[static_cast<std::size_t>(fd)];
}

void set_opened(int fd, const Opened& file) {
  Table& table = Table::get();
  if (!table.has_room_for(fd)) return;
  const std::lock_guard lock(table.guard);
  table.files[static_cast<std::size_t>(fd)] = file;
}

std::string absolute(int folder, const char* path) {
  std::filesystem::path full(path == nullptr ? "" : path);
  if (full.is_relative()) {
    std::array<char, PATH_MAX> base{};
    if (folder == AT_FDCWD) {
      if (::getcwd(base.data(), base.size()) == nullptr) return "";
    } else {
      const std::string link = "/proc/self/fd/" + std::to_string(folder);
      if (::readlink(link.c_str(), base.data(), base.size() - 1) < 0) return "";
    }
    full = base.data() / full;
  }
  std::string text = full.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

template <typename F>
F* next(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

/// Counts a call and does it, unless it is to fail. `real` returns what is negative for an error.
template <typename Real>
long carry_out(const Call& call, Real real) {
  const Verdict verdict = begin(call);
  long result = -1;
  if (verdict.error != 0) {
    errno = verdict.error;
  } else {
    result = real(verdict.half);
  }
  const int reason = errno;
  finish(call, result >= 0);
  errno = reason;
  return result;
}

int open_file(int folder, const char* path, int flags, mode_t mode) {
  static const auto real = next<int(int, const char*, int, ...)>("openat64");
  const Uncounted uncounted;
  const std::string full = absolute(folder, path);
  if (!is_watched(full)) return real(folder, path, flags, mode);
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (!writes) {
    const int fd = real(folder, path, flags, mode);
    struct stat facts {};
    const bool is_folder = fd >= 0 && ::fstat(fd, &facts) == 0 && S_ISDIR(facts.st_mode);
    if (is_folder) set_opened(fd, {true, true, full});
    if (fd >= 0 && !is_folder) count_allocations();
    return fd;
  }
  const bool makes = (flags & O_CREAT) != 0;
  struct stat facts {};
  if (!makes && ::stat(full.c_str(), &facts) != 0) return real(folder, path, flags, mode);
  Call call{makes ? Kind::open : Kind::reopen, full};
  call.offset = (flags & O_TRUNC) != 0 ? 1 : 0;
  return static_cast<int>(carry_out(call, [&](bool) {
    call.fd = real(folder, path, flags, mode);
    set_opened(call.fd, {true, false, full});
    return call.fd;
  }));
}

/// A write of `size` bytes at `offset`; at -1 where the file is.
template <typename Real>
ssize_t write_file(int fd, const void* data, std::size_t size, long offset, Real real) {
  const Uncounted uncounted;
  const Opened file = opened(fd);
  if (!file.watched || file.is_folder) return real(size);
  if (offset < 0) offset = ::lseek(fd, 0, SEEK_CUR);
  Call call{Kind::write, file.path, "", fd, offset, size, data};
  return carry_out(call, [&](bool half) {
    const ssize_t written = real(half ? size / 2 : size);
    call.size = written < 0 ? 0 : static_cast<std::size_t>(written);
    return written;
  });
}

template <typename Real>
int resize(Kind kind, int fd, off_t size, Real real) {
  const Uncounted uncounted;
  const Opened file = opened(fd);
  if (!file.watched) return real();
  return static_cast<int>(carry_out({kind, file.path, "", fd, 0, static_cast<std::size_t>(size)},
                                    [&](bool) { return real(); }));
}

int sync_file(const char* name, int fd) {
  const Uncounted uncounted;
  const Opened file = opened(fd);
  if (!file.watched) return next<int(int)>(name)(fd);
  const Kind kind = file.is_folder ? Kind::sync_folder : Kind::sync;
  return static_cast<int>(carry_out({kind, file.path, "", fd}, [](bool) { return 0; }));
}

template <typename Real>
int change_name(Kind kind, int folder, const char* path, Real real) {
  const Uncounted uncounted;
  const std::string full = absolute(folder, path);
  if (!is_watched(full)) return real();
  struct stat facts {};
  const bool removes = kind == Kind::unlink || kind == Kind::remove_folder;
  if (removes && ::lstat(full.c_str(), &facts) != 0) return real();  // nothing is changed
  return static_cast<int>(carry_out({kind, full}, [&](bool) { return real(); }));
}

template <typename Real>
int give_name(Kind kind, int from_folder, const char* from, int to_folder, const char* to,
              Real real) {
  const Uncounted uncounted;
  const std::string old_path = absolute(from_folder, from), new_path = absolute(to_folder, to);
  if (!is_watched(old_path) && !is_watched(new_path)) return real();
  return static_cast<int>(carry_out({kind, old_path, new_path}, [&](bool) { return real(); }));
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

std::FILE* open_stream(const char* name, const char* path, const char* mode) {
  const auto real = next<std::FILE*(const char*, const char*)>(name);
  const Uncounted uncounted;
  const std::string full = absolute(AT_FDCWD, path);
  if (!is_watched(full)) return real(path, mode);
  if (std::strpbrk(mode, "wa+") != nullptr) {
    note_blind(full);
  } else {
    count_allocations();
  }
  return real(path, mode);
}

}  // namespace

// The C library's own declarations of some of these differ in attributes only.
extern "C" {

#define HASHLAB_OPEN(NAME)                         \
  int NAME(const char* path, int flags, ...) {     \
    va_list arguments;                             \
    va_start(arguments, flags);                    \
    const mode_t mode = mode_of(flags, arguments); \
    va_end(arguments);                             \
    return open_file(AT_FDCWD, path, flags, mode); \
  }
HASHLAB_OPEN(open)
HASHLAB_OPEN(open64)
#undef HASHLAB_OPEN

#define HASHLAB_OPENAT(NAME)                               \
  int NAME(int folder, const char* path, int flags, ...) { \
    va_list arguments;                                     \
    va_start(arguments, flags);                            \
    const mode_t mode = mode_of(flags, arguments);         \
    va_end(arguments);                                     \
    return open_file(folder, path, flags, mode);           \
  }
HASHLAB_OPENAT(openat)
HASHLAB_OPENAT(openat64)
#undef HASHLAB_OPENAT

int creat(const char* path, mode_t mode) {
  return open_file(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char* path, mode_t mode) {
  return creat(path, mode);
}
std::FILE* fopen(const char* path, const char* mode) {
  return open_stream("fopen", path, mode);
}
std::FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode);
}

ssize_t write(int fd, const void* data, std::size_t size) {
  static const auto real = next<ssize_t(int, const void*, std::size_t)>("write");
  return write_file(fd, data, size, -1, [&](std::size_t n) { return real(fd, data, n); });
}
ssize_t pwrite64(int fd, const void* data, std::size_t size, off64_t offset) {
  static const auto real = next<ssize_t(int, const void*, std::size_t, off64_t)>("pwrite64");
  return write_file(fd, data, size, offset,
                    [&](std::size_t n) { return real(fd, data, n, offset); });
}
ssize_t pwrite(int fd, const void* data, std::size_t size, off_t offset) {
  return pwrite64(fd, data, size, offset);
}
ssize_t writev(int fd, const iovec* parts, int count) {
  static const auto real = next<ssize_t(int, const iovec*, int)>("writev");
  if (!opened(fd).watched) return real(fd, parts, count);
  std::string all;
  for (int i = 0; i < count; ++i) {
    all.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  return write(fd, all.data(), all.size());
}

int fsync(int fd) {
  return sync_file("fsync", fd);
}
int fdatasync(int fd) {
  return sync_file("fdatasync", fd);
}
int close(int fd) {
  static const auto real = next<int(int)>("close");
  const Uncounted uncounted;
  const Opened file = opened(fd);
  set_opened(fd, {});
  if (!file.watched || file.is_folder) return real(fd);
  const Call call{Kind::close, file.path, "", fd};
  const Verdict verdict = begin(call);
  const int result = real(fd);  // a descriptor is gone even if close fails
  finish(call, result == 0 && verdict.error == 0);
  if (verdict.error == 0) return result;
  errno = verdict.error;
  return -1;
}

int ftruncate64(int fd, off64_t size) {
  static const auto real = next<int(int, off64_t)>("ftruncate64");
  return resize(Kind::truncate, fd, size, [&] { return real(fd, size); });
}
int ftruncate(int fd, off_t size) {
  return ftruncate64(fd, size);
}
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
  static const auto real = next<int(int, off64_t, off64_t)>("posix_fallocate64");
  const int result = resize(Kind::allocate, fd, offset + size, [&] {
    errno = real(fd, offset, size);  // it returns what others leave there
    return errno == 0 ? 0 : -1;
  });
  return result == 0 ? 0 : errno;
}
int posix_fallocate(int fd, off_t offset, off_t size) {
  return posix_fallocate64(fd, offset, size);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
  static const auto real = next<int(int, int, off64_t, off64_t)>("fallocate64");
  return resize(Kind::allocate, fd, offset + size, [&] { return real(fd, mode, offset, size); });
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
  return fallocate64(fd, mode, offset, size);
}

int mkdirat(int folder, const char* path, mode_t mode) {
  static const auto real = next<int(int, const char*, mode_t)>("mkdirat");
  return change_name(Kind::make_folder, folder, path, [&] { return real(folder, path, mode); });
}
int mkdir(const char* path, mode_t mode) {
  return mkdirat(AT_FDCWD, path, mode);
}
int unlinkat(int folder, const char* path, int flags) {
  static const auto real = next<int(int, const char*, int)>("unlinkat");
  const Kind kind = (flags & AT_REMOVEDIR) != 0 ? Kind::remove_folder : Kind::unlink;
  return change_name(kind, folder, path, [&] { return real(folder, path, flags); });
}
int unlink(const char* path) {
  return unlinkat(AT_FDCWD, path, 0);
}
int rmdir(const char* path) {
  return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}
int remove(const char* path) {
  const int result = unlink(path);
  return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  static const auto real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return give_name(Kind::rename, from_folder, from, to_folder, to,
                   [&] { return real(from_folder, from, to_folder, to, flags); });
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  return renameat2(from_folder, from, to_folder, to, 0);
}
int rename(const char* from, const char* to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  static const auto real = next<int(int, const char*, int, const char*, int)>("linkat");
  return give_name(Kind::link, from_folder, from, to_folder, to,
                   [&] { return real(from_folder, from, to_folder, to, flags); });
}
int link(const char* from, const char* to) {
  return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

}  // extern "C"
