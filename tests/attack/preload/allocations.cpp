// The allocation that FAULTS_MALLOC names fails. operator new and the libraries get their memory
// here, too.
#include "tests/attack/preload/faults.h"

#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

extern "C" {
// The C library's own, under names that nobody replaces: asking for the next `malloc` would
// allocate.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace faults {
namespace {

std::atomic<bool> counting{false};
std::atomic<unsigned long> allocations{0}, failing{0};
thread_local int uncounted = 0;

bool fails() {
  if (!counting.load(std::memory_order_relaxed) || uncounted > 0) return false;
  if (++allocations != failing.load(std::memory_order_relaxed)) return false;
  errno = ENOMEM;
  return true;
}

/// Says in the log where the process was, then lets it end as it would have.
void tell_crash(int signal) {
  counting = false;
  std::array<void*, 64> frames{};
  const int n = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  const char* log = std::getenv("FAULTS_LOG");
  if (log != nullptr) {
    const long fd = ::syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    ::backtrace_symbols_fd(frames.data(), n, static_cast<int>(fd));
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

__attribute__((constructor)) void begin_library() {
  const char* text = std::getenv("FAULTS_MALLOC");
  if (text == nullptr) return;
  failing = std::strtoul(text, nullptr, 10);
  std::array<void*, 4> frames{};
  ::backtrace(frames.data(), static_cast<int>(frames.size()));  // loads what it needs later
  static std::array<char, 1 << 16> space;  // a crash may be that the stack is used up
  stack_t stack{};
  stack.ss_sp = space.data();
  stack.ss_size = space.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = tell_crash;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    ::sigaction(signal, &action, nullptr);
  }
}

/// How many allocations there were, for the log.
__attribute__((destructor)) void end_library() {
  counting = false;
  const char* log = std::getenv("FAULTS_LOG");
  if (log == nullptr) return;
  const long fd =
      ::syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const std::string line = "-\tA\t" + std::to_string(allocations) + "\t\t\n";
  if (fd < 0 || ::syscall(SYS_write, fd, line.data(), line.size()) < 0) std::abort();
}

}  // namespace

void count_allocations() {
  counting = true;
}

Uncounted::Uncounted() {
  ++uncounted;
}
Uncounted::~Uncounted() {
  --uncounted;
}

}  // namespace faults

extern "C" {

void* malloc(std::size_t size) {
  return faults::fails() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return faults::fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  return faults::fails() ? nullptr : __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return faults::fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  void* const found = memalign(alignment, size);
  if (found == nullptr) return ENOMEM;
  *block = found;
  return 0;
}

}  // extern "C"
