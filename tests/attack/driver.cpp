#include "tests/attack/driver.h"

#include "lib/files/files.h"
#include "lib/sanitizer.h"
#include "tests/support/skip.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <stdexcept>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr int longest_ms = 120000;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> found;
  for (std::string& word : words) found.push_back(word.data());
  found.push_back(nullptr);
  return found;
}

int wait_for(pid_t process) {
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  pollfd ended{handle, POLLIN, 0};
  const bool hangs = handle < 0 || ::poll(&ended, 1, longest_ms) != 1;
  if (hangs) ::kill(process, SIGKILL);
  if (handle >= 0) ::close(handle);
  int waited = 0;
  ::waitpid(process, &waited, 0);
  if (hangs) return 128 + SIGALRM;
  return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
}

}  // namespace

Outcome run_watched(const std::string& folder, const std::string& arguments,
                    const Environment& environment) {
  const TemporaryFolder said;
  std::vector<std::string> words = {HASHLAB_PROGRAM};
  for (const std::string& word : fields_of(arguments, ' ')) words.push_back(word);
  std::vector<std::string> variables = {"LD_PRELOAD=" HASHLAB_FAULTS,
                                        "FAULTS_ROOT=" + fs::canonical(folder).string()};
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  for (const char* name : {"PATH", "LC_ALL", "LD_LIBRARY_PATH"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) variables.push_back(std::string(name) + "=" + value);
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  constexpr int fresh = O_WRONLY | O_CREAT | O_TRUNC;
  const std::string out = said / "out", error = said / "error";
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), fresh, 0666);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, error.c_str(), fresh, 0666);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t process = 0;
  const int reason = ::posix_spawn(&process, HASHLAB_PROGRAM, &actions, nullptr,
                                   pointers(words).data(), pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (reason != 0) throw std::runtime_error("the program cannot be started");
  const int status = wait_for(process);
  return {status, read_file(out), read_file(error)};
}

Watched read_log(const std::string& path) {
  Watched watched;
  if (!fs::exists(path)) return watched;
  for (const std::string& line : lines_of(read_file(path))) {
    std::vector<std::string> fields = fields_of(line, '\t');
    if (fields.size() < 3) {
      watched.crash.push_back(line);
      continue;
    }
    fields.resize(5);
    const WatchedCall call{fields[0], fields[1].at(0), std::stoul(fields[2]), fields[3], fields[4]};
    if (call.number != "-") watched.calls.push_back(call);
    if (call.kind == 'f') watched.is_blind = true;
    if (call.kind == 'A') watched.allocations = call.bytes;
  }
  return watched;
}

Watched count_calls(const std::string& folder, const std::string& arguments) {
  const TemporaryFolder logs;
  const Outcome outcome = run_watched(folder, arguments, {{"FAULTS_LOG", logs / "log"}});
  Watched watched = read_log(logs / "log");
  watched.outcome = outcome;
  return watched;
}

Snapshot snapshot(const std::string& folder) {
  Snapshot found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code loop;
    if (!entry.is_regular_file(loop)) continue;
    found[entry.path().lexically_relative(folder).string()] = read_file(entry.path().string());
  }
  return found;
}

bool is_of_sharing(const std::string& path) {
  return path.find("/shared/") != path.npos || path.ends_with("/shared");
}

bool is_temporary(const std::string& path) {
  return path.ends_with(".tmp") || path.find(".tmp/") != path.npos || path.ends_with("run.lock") ||
         is_of_sharing(path);
}

std::string final_name(const std::string& path) {
  static const std::regex temporary(R"(\.(.+)\.hashlab-.+-[0-9a-f]{12}-[0-9]+\.tmp)");
  fs::path whole;
  for (const fs::path& part : fs::path(path)) {
    std::smatch parts;
    const std::string name = part.string();
    whole /= std::regex_match(name, parts, temporary) ? parts[1].str() : name;
  }
  return whole.string();
}

std::size_t workers() {
  return std::max(1u, std::thread::hardware_concurrency());
}

bool can_watch() {
  if (is_sanitized) skip("a program with a sanitizer cannot be watched");
  return !is_sanitized;
}

}  // namespace hashlab::testing
