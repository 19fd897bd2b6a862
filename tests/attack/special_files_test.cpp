// What is no file where a verb expects one: every file that a verb of the bench reads is replaced
// in turn by a pipe, a device, a socket, a folder, a loop of links, and a link to nothing. Each
// verb ends at once, with status 1 or 2, and changes nothing; and no verb changes what it reads.

#include "lib/files/files.h"
#include "tests/attack/bench_of_verbs.h"
#include "tests/attack/driver.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace hashlab::special_files_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

void make_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // Bound by a short name, for addresses are short, and moved.
  const TemporaryFolder place;
  const std::string name = place / "s";
  std::copy(name.begin(), name.end(), address.sun_path);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const bool made = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  if (!made) throw std::runtime_error("no socket can be made");
  fs::rename(name, path);
}

/// What can be there instead of a file.
const std::map<std::string, std::function<void(const std::string&)>>& obstacles() {
  static const std::map<std::string, std::function<void(const std::string&)>> all = {
      {"a pipe", [](const std::string& path) { ::mkfifo(path.c_str(), 0600); }},
      {"a device", [](const std::string& path) { fs::create_symlink("/dev/zero", path); }},
      {"a socket", make_socket},
      {"a folder", [](const std::string& path) { fs::create_directory(path); }},
      {"a loop of links", [](const std::string& path) { fs::create_symlink(path, path); }},
      {"a link to nothing", [](const std::string& path) { fs::create_symlink("/none", path); }}};
  return all;
}

/// The files that a case may read: of folders the first few.
std::vector<std::string> files_of(const std::string& folder, const VerbCase& verb) {
  std::vector<std::string> files;
  for (const std::string& input : verb.inputs) {
    if (fs::is_regular_file(folder + "/" + input)) files.push_back(input);
    if (!fs::is_directory(folder + "/" + input)) continue;
    std::vector<std::string> below;
    for (const auto& [name, bytes] : snapshot(folder + "/" + input)) {
      // Written by a run, never read back; or pictures, which are asked for by name.
      if (name.starts_with("tables/") || name.ends_with("suite.ini")) continue;
      below.push_back(input + "/" + name);
    }
    below.resize(std::min<std::size_t>(below.size(), 3));
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

std::vector<VerbCase> all_cases() {
  std::vector<VerbCase> cases = writing_cases();
  for (const auto& more : {reading_cases(), file_reading_cases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

struct Attempt {
  VerbCase verb;
  std::string file, obstacle;
};

std::vector<Attempt> attempts() {
  const TemporaryFolder place;
  std::vector<Attempt> all;
  for (const VerbCase& verb : all_cases()) {
    Workbench::get().lay_out(verb, place / "stage");
    for (const std::string& file : files_of(place / "stage", verb)) {
      for (const auto& obstacle : obstacles()) all.push_back({verb, file, obstacle.first});
    }
  }
  return all;
}

/// Are these verbs fine without the file, or with something else of its name? Cells may be missing,
/// a run makes them anew, and rows are told file by file.
bool may_do_without(const Attempt& a) {
  const std::string verb = a.verb.verb();
  const bool is_missing = a.obstacle == "a link to nothing" || a.obstacle == "a loop of links";
  const bool is_cell = a.file.find("cells/") != std::string::npos;
  const bool is_manifest = a.file.ends_with("manifest.tsv");
  const bool is_not_shown = verb == "show" && a.file.find("-r02-") != std::string::npos;
  return is_not_shown ||
         (is_cell && (is_missing || verb == "run" || verb == "plan" || verb == "submit" ||
                      verb == "splits")) ||
         (is_manifest && (verb == "run" || verb == "plan" || verb == "submit")) ||
         a.file.find("photos") == 0;
}

/// What is wrong; empty if nothing is.
std::string attempt(const Attempt& a, const std::string& folder) {
  Workbench::get().lay_out(a.verb, folder);
  fs::remove_all(folder + "/" + a.file);
  obstacles().at(a.obstacle)(folder + "/" + a.file);
  const Snapshot before = snapshot(folder);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = run_watched(folder, a.verb.arguments);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (outcome.status > 128) return fmt::format("signal {}", outcome.status - 128);
  if (seconds > 20) return fmt::format("took {:.0f} s", seconds);  // a second, on an idle machine
  if (may_do_without(a)) return "";
  if (outcome.status != 1 && outcome.status != 2) return fmt::format("status {}", outcome.status);
  const std::vector<std::string> lines = lines_of(outcome.error);
  const auto is_error = [](const std::string& line) { return line.starts_with("error: "); };
  // What a verb reports of files, such as 'status', is its output.
  if (outcome.out.empty() && std::count_if(lines.begin(), lines.end(), is_error) != 1) {
    return "not one error: " + outcome.error;
  }
  const Snapshot after = snapshot(folder);
  for (const auto& [path, bytes] : before) {
    const auto found = after.find(path);
    if (found == after.end() || found->second != bytes) return "'" + path + "' has changed";
  }
  for (const auto& [path, bytes] : after) {
    if (is_temporary(path)) return "'" + path + "' is left";
  }
  return "";
}

}  // namespace

TEST_SUITE("attack") {
  TEST_CASE("special files: where a file is expected, anything else is refused at once") {
    if (!can_watch()) return;
    const TemporaryFolder place;
    const std::vector<Attempt> all = attempts();
    std::mutex guard;
    std::map<std::string, std::size_t> failures;
    on_every_core(all.size(), [&](std::size_t worker, std::size_t i) {
      const std::string fault = attempt(all[i], fmt::format("{}/{}/stage", place.path(), worker));
      const std::lock_guard lock(guard);
      if (!fault.empty()) {
        ++failures[fmt::format("{}, {} as {}: {}", all[i].verb.name, all[i].file, all[i].obstacle,
                               fault)];
      }
    });
    for (const auto& failure : failures) fmt::print("{}\n", failure.first);
    fmt::print("special files: {} attempts, {} failures\n", all.size(), failures.size());
    CHECK(all.size() > 300);
    CHECK(failures.empty());
  }

  TEST_CASE("special files: no verb changes a file that it reads") {
    if (!can_watch()) return;
    const TemporaryFolder place;
    for (const VerbCase& verb : all_cases()) {
      CAPTURE(verb.name);
      Workbench::get().lay_out(verb, place / "stage");
      const Snapshot before = snapshot(place / "stage");
      const Outcome outcome = run_watched(place / "stage", verb.arguments);
      CAPTURE(outcome.error);
      CHECK(outcome.status == 0);
      const Snapshot after = snapshot(place / "stage");
      for (const auto& entry : before) {
        const auto& [path, bytes] = entry;
        const bool is_output =
            std::find(verb.earlier.begin(), verb.earlier.end(), path) != verb.earlier.end();
        // A run adds to its own folder.
        if (is_output || verb.verb() == "run") continue;
        CAPTURE(entry.first);
        CHECK(after.contains(path));
        CHECK(after.at(path) == bytes);
      }
    }
  }
}

}  // namespace hashlab::special_files_test
