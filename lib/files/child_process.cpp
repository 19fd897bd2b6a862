#include "lib/files/child_process.h"

#include "lib/error.h"
#include "lib/sanitizer.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <new>

namespace hashlab {
namespace {

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit known{};
  if (::getrlimit(resource, &known) != 0) return;
  known.rlim_cur = std::min(known.rlim_max, most);
  ::setrlimit(resource, &known);
}

std::size_t address_space() {
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& error) {
    return error.what();
  }
}

[[noreturn]] void run_child(const std::function<void()>& work, int out, std::size_t memory_bytes,
                            int seconds) {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  // Signals to the whole group are the parent's business, which ends its child.
  for (const int number : {SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(seconds));
  if (!is_sanitized) limit(RLIMIT_AS, address_space() + memory_bytes);
  const std::string text = "." + message_of(work);  // the point says that it came to its end
  const ssize_t written = ::write(out, text.data(), text.size());
  ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
}

/// What comes through a pipe until its other end is closed or the time is over.
std::string hear(int in, int seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::string text;
  std::array<char, 4096> piece{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd ready{in, POLLIN, 0};
    const int count = left.count() > 0 ? ::poll(&ready, 1, static_cast<int>(left.count())) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    const ssize_t got = ::read(in, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
}

[[noreturn]] void fail_to_start(int reason) {
  throw Error(ErrorCode::unreadable,
              fmt::format("no process can be started: {}", std::strerror(reason)));
}

}  // namespace

ChildOutcome run_in_child(const std::function<void()>& work, std::size_t memory_bytes,
                          int seconds) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_start(errno);
  const pid_t child = ::fork();
  const int reason = errno;
  if (child == 0) {
    ::close(ends[0]);
    run_child(work, ends[1], memory_bytes, seconds);
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    fail_to_start(reason);
  }
  const std::string text = hear(ends[0], seconds);
  ::close(ends[0]);
  ::kill(child, SIGKILL);  // a formality, unless the time is over
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!text.empty()) return {ChildOutcome::End::done, text.substr(1)};
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const bool is_stuck = signal == SIGKILL || signal == SIGXCPU;
  return {is_stuck ? ChildOutcome::End::stuck : ChildOutcome::End::crashed};
}

void open_no_more_files() {
  if (!is_sanitized) limit(RLIMIT_NOFILE, 0);
}

}  // namespace hashlab
