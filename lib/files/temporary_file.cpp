#include "lib/files/temporary_file.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/sync_folder.h"
#include "lib/files/this_process.h"
#include "lib/files/write_all.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = ".hashlab-", ending = ".tmp";
constexpr std::size_t token_digits = 12;
constexpr std::size_t max_waiting = std::size_t{1} << 18;

fs::path folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

/// ".NAME.hashlab-HOST-TOKEN-COUNT.tmp", see this_process().
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> count = 0;
  constexpr std::size_t max_name = 150;  // of 255 that file systems allow
  const std::string name = fs::path(path).filename().string().substr(0, max_name);
  const ProcessName& maker = this_process();
  return (folder_of(path) /
          fmt::format(".{}{}{}-{}-{}{}", name, mark, maker.host, maker.token, ++count, ending))
      .string();
}

/// The process that makes a temporary file. Names that do not tell its host have 12 digits alone.
struct Maker {
  std::string_view host, token;
};

/// Nothing if it is no name of a temporary file.
std::optional<Maker> maker_of(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(ending)) return std::nullopt;
  name.remove_suffix(ending.size());
  const std::size_t at = name.rfind(mark);
  if (at == name.npos) return std::nullopt;
  name.remove_prefix(at + mark.size());
  const auto are = [](std::string_view digits, std::string_view allowed) {
    return !digits.empty() && digits.find_first_not_of(allowed) == digits.npos;
  };
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  Maker maker{"", name};
  if (const std::size_t last = name.rfind('-'); last != name.npos && last > token_digits) {
    const std::size_t token = last - token_digits;
    if (name[token - 1] != '-' || !are(name.substr(last + 1), hexadecimal.substr(0, 10))) {
      return std::nullopt;
    }
    maker = {name.substr(0, token - 1), name.substr(token, token_digits)};
    if (maker.host.empty()) return std::nullopt;
  }
  if (maker.token.size() != token_digits || !are(maker.token, hexadecimal)) return std::nullopt;
  return maker;
}

/// The temporary files and folders in a folder whose maker a condition names.
template <typename Condition>
std::vector<fs::path> temporaries(const std::string& folder, Condition is_wanted) {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    const std::optional<Maker> maker = maker_of(name);
    if (maker && is_wanted(*maker)) found.push_back(at->path());
  }
  return found;
}

/// Names of unfinished files where the handler of a signal finds them: of fixed size, since it must
/// not wait for locks or memory.
struct Slot {
  std::atomic<bool> taken = false, filled = false;
  std::array<char, PATH_MAX> path;
};
std::array<Slot, 256> slots;
constexpr std::size_t no_slot = slots.size();

/// With every slot taken, a file is without: after a kill the next process removes it.
std::size_t take_slot(const std::string& path) {
  if (path.size() >= PATH_MAX) return no_slot;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].taken.exchange(true)) continue;
    std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
    slots[i].filled = true;
    return i;
  }
  return no_slot;
}

void free_slot(std::size_t slot) {
  if (slot == no_slot) return;
  slots[slot].filled = false;
  slots[slot].taken = false;
}

/// Locks a new temporary file and makes sure that no search for leftovers removed it before, or has
/// locked it to remove it. On a file system without locks nothing is ever removed.
bool is_locked_and_there(int fd) {
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat about {};
  return ::fstat(fd, &about) == 0 && about.st_nlink > 0;
}

void remove_leftovers_once(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> cleaned;
  const std::lock_guard lock(mutex);
  if (cleaned.insert(folder).second) remove_leftovers(folder);
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& path, Use use)
    : path_(path), use_(use), slot_(no_slot) {
  remove_leftovers_once(folder_of(path).string());
  for (bool there = false; !there;) {
    temporary_ = temporary_name(path);
    slot_ = take_slot(temporary_);
    fd_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int reason = errno;
    if (fd_ < 0) {
      free_slot(std::exchange(slot_, no_slot));
      if (reason != EEXIST) fail(reason);
      continue;
    }
    there = is_locked_and_there(fd_);
    if (!there) {
      ::close(fd_);
      free_slot(slot_);
    }
  }
}

TemporaryFile::~TemporaryFile() {
  if (fd_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(fd_);
  free_slot(slot_);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      use_(other.use_),
      fd_(std::exchange(other.fd_, -1)),
      slot_(std::exchange(other.slot_, no_slot)),
      waiting_(std::move(other.waiting_)) {}

void TemporaryFile::fail(int reason) const {
  throw Error(ErrorCode::io_error,
              fmt::format("{}: cannot be written: {}", path_, std::strerror(reason)));
}

void TemporaryFile::write(std::string_view bytes) {
  waiting_ += bytes;
  if (waiting_.size() < max_waiting) return;
  if (const int reason = write_all(fd_, waiting_); reason != 0) fail(reason);
  waiting_.clear();
}

void TemporaryFile::flush() {
  if (const int reason = write_all(fd_, waiting_); reason != 0) fail(reason);
  waiting_.clear();
  if (::fsync(fd_) != 0) fail(errno);
}

bool TemporaryFile::publish_if_absent() {
  if (const int reason = write_all(fd_, waiting_); reason != 0) fail(reason);
  waiting_.clear();
  if (::link(temporary_.c_str(), path_.c_str()) == 0) return true;
  const int reason = errno;
  // A server that has done it may be asked a second time, whose answer is then "it is there".
  struct stat about {};
  if (::fstat(fd_, &about) == 0 && about.st_nlink == 2) return true;
  if (reason != EEXIST) fail(reason);
  return false;
}

void TemporaryFile::publish() {
  flush();
  if (use_ == Use::output && is_input(path_)) {
    refuse(fmt::format("{}: is read from: name another file to write to", path_));
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  free_slot(std::exchange(slot_, no_slot));
  // Closed last, for that releases the lock.
  const int reason = ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno;
  sync_folder(folder_of(path_).string());
  if (reason != 0) fail(reason);
}

TemporaryTree::TemporaryTree(const std::string& path) : path_(path) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  remove_leftovers_once(folder_of(path_).string());
  do {
    temporary_ = temporary_name(path_);
    if (::mkdir(temporary_.c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      throw Error(ErrorCode::io_error,
                  fmt::format("{}: the folder cannot be made: {}", path_, std::strerror(errno)));
    }
    if (fd_ >= 0) ::close(fd_);
    fd_ = ::open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  } while (fd_ < 0 || !is_locked_and_there(fd_));
}

TemporaryTree::~TemporaryTree() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  if (fd_ >= 0) ::close(fd_);
}

void TemporaryTree::publish() {
  sync_folder(temporary_);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: the folder cannot be made: {}", path_, std::strerror(errno)));
  }
  temporary_.clear();
  sync_folder(folder_of(path_).string());
}

void remove_leftovers(const std::string& folder) {
  std::error_code ignored;
  const std::vector<fs::path> candidates = temporaries(folder, [](const Maker& maker) {
    return maker.host.empty() || maker.host == this_process().host;
  });
  for (const fs::path& path : candidates) {
    const bool is_folder = fs::is_directory(fs::symlink_status(path, ignored));
    const int way = is_folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_NONBLOCK;
    const int fd = ::open(path.c_str(), way | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) continue;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
    ::close(fd);
  }
}

void remove_leftovers_of(const std::string& folder, const std::string& token) {
  std::error_code ignored;
  for (const fs::path& path :
       temporaries(folder, [&](const Maker& maker) { return maker.token == token; })) {
    fs::remove_all(path, ignored);
  }
}

void remove_temporary_files() noexcept {
  for (Slot& slot : slots) {
    if (slot.filled) ::unlink(slot.path.data());
  }
}

}  // namespace hashlab
