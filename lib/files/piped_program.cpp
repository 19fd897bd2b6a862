#include "lib/files/piped_program.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace hashlab {

PipedProgram::PipedProgram(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw Error(ErrorCode::unreadable,
                fmt::format("{}: cannot be started: {}", command[0], std::strerror(errno)));
  }
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {  // nothing but calls that are safe between fork and exec
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent ends it
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  const int reason = errno;
  close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return;
  close(socket_);
  throw Error(ErrorCode::unreadable,
              fmt::format("{}: cannot be started: {}", command[0], std::strerror(reason)));
}

PipedProgram::~PipedProgram() {
  close(socket_);
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void PipedProgram::write(const void* bytes, std::size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = send(socket_, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) fail();
    next += sent;
    count -= static_cast<std::size_t>(sent);
  }
}

void PipedProgram::read(void* bytes, std::size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t received = recv(socket_, next, count, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) fail();
    next += received;
    count -= static_cast<std::size_t>(received);
  }
}

void PipedProgram::fail() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  throw Error(ErrorCode::unreadable,
              WIFSIGNALED(status)
                  ? fmt::format("its process crashed: {}", strsignal(WTERMSIG(status)))
                  : fmt::format("its process ended with status {}", WEXITSTATUS(status)));
}

}  // namespace hashlab
