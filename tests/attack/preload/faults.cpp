// What the environment asks for, and what becomes of each call.
#include "tests/attack/preload/faults.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace faults {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int error_named(std::string_view name) {
  if (name == "ENOSPC") return ENOSPC;
  if (name == "EIO") return EIO;
  if (name == "EMFILE") return EMFILE;
  if (name == "EACCES") return EACCES;
  return 0;
}

int open_log(const char* variable) {
  const std::string path = environment(variable);
  if (path.empty()) return -1;
  const long fd = ::syscall(SYS_openat, AT_FDCWD, path.c_str(),
                            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  return static_cast<int>(fd);
}

void put(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const long written = ::syscall(SYS_write, fd, bytes.data(), bytes.size());
    if (written <= 0) std::abort();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

struct Plan {
  std::string root = environment("FAULTS_ROOT");
  int log = open_log("FAULTS_LOG"), trace = open_log("FAULTS_TRACE");
  unsigned long fail_at = 0, kill_at = 0;
  int error = 0, signal = SIGKILL;
  bool stays = false, half = false, kill_after = false;

  Plan() {
    const std::string fail = environment("FAULTS_FAIL");  // "12:EIO", "12+:ENOSPC", "12/:ENOSPC"
    if (const std::size_t colon = fail.find(':'); colon != std::string::npos && colon > 0) {
      fail_at = std::strtoul(fail.c_str(), nullptr, 10);
      stays = fail[colon - 1] == '+';
      half = fail[colon - 1] == '/';
      error = error_named(fail.substr(colon + 1));
      if (error == 0) std::abort();
    }
    const std::string kill = environment("FAULTS_KILL");  // "12" before the call, "12'" after it
    kill_at = std::strtoul(kill.c_str(), nullptr, 10);
    kill_after = !kill.empty() && kill.back() == '\'';
    const std::string other = environment("FAULTS_SIGNAL");
    if (!other.empty()) signal = std::atoi(other.c_str());
  }

  std::string short_name(const std::string& path) const {
    return path.size() > root.size() ? path.substr(root.size() + 1) : ".";
  }
};

const Plan& plan() {
  static const Plan plan;
  return plan;
}

std::recursive_mutex& order() {
  static std::recursive_mutex mutex;
  return mutex;
}

unsigned long counted = 0;  // guarded by order(), as is what follows
int half_written = -1;      // descriptor of which the next write fails

/// On a disk that is full, nothing fails that frees space or needs none.
bool needs_space(Kind kind) {
  return kind != Kind::unlink && kind != Kind::remove_folder && kind != Kind::close;
}

Verdict verdict_of(const Call& call) {
  const Plan& p = plan();
  if (call.kind == Kind::write && call.fd == half_written) {
    half_written = -1;
    return {p.error};
  }
  if (p.fail_at == 0 || counted < p.fail_at) return {};
  if (p.stays) return {needs_space(call.kind) ? p.error : 0};
  if (counted != p.fail_at) return {};
  if (!p.half) return {p.error};
  if (call.kind != Kind::write || call.size < 2) return {p.error};
  half_written = call.fd;
  return {0, true};
}

std::string line_of(const std::string& head, const Call& call) {
  std::string line = head;
  line += '\t';
  line += static_cast<char>(call.kind);
  line += '\t' + std::to_string(call.size) + '\t' + plan().short_name(call.path) + '\t';
  if (!call.other.empty()) line += plan().short_name(call.other);
  return line + '\n';
}

}  // namespace

bool is_watched(const std::string& path) {
  const std::string& root = plan().root;
  return !root.empty() && path.starts_with(root) &&
         (path.size() == root.size() || path[root.size()] == '/');
}

Verdict begin(const Call& call) {
  order().lock();
  ++counted;
  const Plan& p = plan();
  if (p.log >= 0) put(p.log, line_of(std::to_string(counted), call));
  if (counted == p.kill_at && !p.kill_after) ::kill(::getpid(), p.signal);
  return verdict_of(call);
}

void finish(const Call& call, bool succeeded) {
  const Plan& p = plan();
  if (p.trace >= 0 && succeeded) {
    // How much has been said by now tells what was reported as done.
    struct stat errors {};
    ::fstat(STDERR_FILENO, &errors);
    std::string record = line_of(std::to_string(call.fd) + '\t' + std::to_string(call.offset) +
                                     '\t' + std::to_string(errors.st_size),
                                 call);
    if (call.kind == Kind::write) record.append(static_cast<const char*>(call.data), call.size);
    put(p.trace, record);
  }
  if (counted == p.kill_at && p.kill_after) ::kill(::getpid(), p.signal);
  order().unlock();
}

void note_blind(const std::string& path) {
  if (plan().log >= 0) put(plan().log, "-\tf\t0\t" + plan().short_name(path) + "\t\n");
}

}  // namespace faults
