// Every call by which a verb changes the disk fails once in each way, and the process is killed
// before each of them and after the last. A fault ends in one line of error, leaves no file behind
// and no earlier file changed; after a fault or a kill the same command gives what it would have
// given.

#include "experiments/commands/commands.h"
#include "lib/error.h"
#include "results/record/record.h"
#include "tests/attack/bench_of_verbs.h"
#include "tests/attack/driver.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <signal.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::faults_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A command, what it calls, and the folder before and after it, if nothing interferes.
struct Undisturbed {
  VerbCase verb;
  std::vector<WatchedCall> calls;
  std::string folder;  ///< where it was learned
  Snapshot before, after;
  std::set<std::string> varying;  ///< files that hold times, so no two runs make the same
};

struct Trial {
  std::size_t command = 0;  ///< of the list of commands
  WatchedCall call;
  Environment environment;
  std::string what;  ///< ":EIO", " killed before"
  bool kills = false;
};

struct Tally {
  std::size_t faults = 0, kills = 0, failures = 0;
};

bool is_cell(const std::string& path) {
  return path.find("cells/") != std::string::npos && path.ends_with(".h5");
}

bool is_whole_cell(const std::string& path) {
  try {
    return read_cell(path, true).failure.empty();
  } catch (const Error&) {
    return false;
  }
}

/// A text without the place where it was written: scripts for Slurm name all files whole.
std::string without_place(std::string bytes, const std::string& folder) {
  for (auto at = bytes.find(folder); at != bytes.npos; at = bytes.find(folder)) {
    bytes.erase(at, folder.size());
  }
  return bytes;
}

/// Is a file what the undisturbed command leaves?
bool is_whole(const Undisturbed& expected, const std::string& folder, const std::string& path,
              const std::string& bytes) {
  const auto found = expected.after.find(path);
  if (found == expected.after.end()) return false;
  if (expected.varying.contains(path)) return is_whole_cell(folder + "/" + path);
  return without_place(found->second, expected.folder) == without_place(bytes, folder);
}

/// What is wrong with a folder after a fault or a kill; empty if nothing is. Files are as they were
/// or whole; temporary ones may be there if they may.
std::string fault_of_folder(const Undisturbed& expected, const std::string& folder,
                            bool temporary_allowed) {
  const Snapshot now = snapshot(folder);
  for (const auto& [path, bytes] : expected.before) {
    if (!now.contains(path)) return "'" + path + "' is gone";
  }
  for (const auto& [path, bytes] : now) {
    const auto earlier = expected.before.find(path);
    if (earlier != expected.before.end() && earlier->second == bytes) continue;
    if (is_temporary(path)) {
      if (!temporary_allowed && !is_of_sharing(path))
        return "'" + final_name(path) + "' leaves a temporary file";
    } else if (!is_whole(expected, folder, path, bytes)) {
      return "'" + path + "' is not whole";
    }
  }
  return "";
}

/// What is wrong after a command that was not disturbed; empty if nothing is.
std::string fault_of_result(const Undisturbed& expected, const std::string& folder) {
  const Snapshot now = snapshot(folder);
  for (const auto& [path, bytes] : now) {
    // Those of nobody: a lock that could not be removed, a run that was killed.
    if (path.ends_with("run.lock") || is_of_sharing(path)) continue;
    if (is_temporary(path)) return "a temporary file of '" + final_name(path) + "' stays";
    if (!is_whole(expected, folder, path, bytes)) return "'" + path + "' differs";
  }
  for (const auto& [path, bytes] : expected.after) {
    if (!now.contains(path)) return "'" + path + "' is missing";
  }
  return "";
}

/// Does a message name the file that a call was about?
bool names_path(const std::string& message, const WatchedCall& call) {
  if (call.path == ".") return true;
  if (is_of_sharing(call.path)) return message.find("/shared") != std::string::npos;
  return message.find(final_name(call.path)) != std::string::npos ||
         (!call.other.empty() && message.find(call.other) != std::string::npos);
}

/// What is wrong with how a command with a fault ended; empty if nothing is. What it tells while it
/// works may come before the error.
std::string fault_of_ending(const Undisturbed& expected, const Trial& trial,
                            const Outcome& outcome) {
  if (outcome.status > 128) return fmt::format("it ended by signal {}", outcome.status - 128);
  const std::vector<std::string> lines = lines_of(outcome.error);
  const auto is_error = [](const std::string& line) { return line.starts_with("error: "); };
  const auto errors = std::count_if(lines.begin(), lines.end(), is_error);
  if (errors != 1) return fmt::format("it told {} errors", errors);
  if (!is_error(lines.back())) return "it told more after the error: " + lines.back();
  if (outcome.error.find("HDF5-DIAG") != std::string::npos) return "HDF5 told its errors";
  if (expected.verb.verb() != "run" && !outcome.out.empty()) return "it told of success, too";
  if (outcome.status != 1 && outcome.status != 2) return fmt::format("status {}", outcome.status);
  if (!names_path(lines.back(), trial.call)) return "the error names another: " + lines.back();
  return "";
}

/// What was forced to disk and given a name, by path: the calls that success rests on.
std::multiset<std::string> safeguards(const std::vector<WatchedCall>& calls) {
  std::multiset<std::string> found;
  for (const WatchedCall& call : calls) {
    if (std::string_view("sSrl").find(call.kind) == std::string_view::npos) continue;
    if (is_of_sharing(call.path)) continue;  // renewed as often as there is time
    found.insert(fmt::format("{} {}", call.kind, final_name(call.path)));
  }
  return found;
}

/// Could a command do without a call that failed, as it says? What is left over may stay; and
/// whether there is an earlier file may not matter, if the new one is made as safe as ever.
bool could_do_without(const WatchedCall& call, const Undisturbed& expected,
                      const std::string& log) {
  // Of a lock, nothing is read that matters.
  if (call.path.ends_with("run.lock") && call.kind == 'c') return true;
  // What cannot be renewed runs out, what cannot be written is tried once more.
  if (is_of_sharing(call.path) || is_of_sharing(call.other)) return true;
  if (std::string_view("udO").find(call.kind) == std::string_view::npos) return false;
  return safeguards(read_log(log).calls) == safeguards(expected.calls);
}

/// Runs a trial in a folder; says what went wrong, or nothing.
std::string attempt(const Undisturbed& expected, const Trial& trial, const std::string& folder) {
  const TemporaryFolder logs;
  Workbench::get().lay_out(expected.verb, folder);
  Environment environment = trial.environment;
  environment["FAULTS_LOG"] = logs / "log";
  const Outcome outcome = run_watched(folder, expected.verb.arguments, environment);
  if (trial.kills) {
    if (outcome.status != 128 + SIGKILL) return fmt::format("status {}", outcome.status);
  } else if (outcome.status == 0) {
    const std::string fault = fault_of_result(expected, folder);
    if (!fault.empty()) return "status 0, but " + fault;
    return could_do_without(trial.call, expected, logs / "log") ? "" : "status 0";
  } else {
    const std::string fault = fault_of_ending(expected, trial, outcome);
    const std::string left = fault_of_folder(expected, folder, false);
    if (!fault.empty()) return left.empty() ? fault : fault + ", and " + left;
  }
  std::string fault = fault_of_folder(expected, folder, trial.kills);
  if (!fault.empty()) return fault;
  const Outcome again = run_watched(folder, expected.verb.arguments);
  // A folder of lists is never replaced, so it is enough that it is whole.
  const bool is_there =
      again.error.find("is there already, expected a new folder") != std::string::npos;
  if (again.status != 0 && !is_there) {
    return "the same command fails then: " + again.error.substr(0, again.error.find('\n'));
  }
  fault = fault_of_result(expected, folder);
  return fault.empty() ? "" : "after the same command " + fault;
}

/// Runs a command twice to learn what it does.
Undisturbed learn(const VerbCase& verb) {
  const TemporaryFolder place;
  Undisturbed found;
  found.verb = verb;
  const std::string folder = place / "stage";
  for (const bool first : {true, false}) {
    Workbench::get().lay_out(verb, folder);
    found.before = snapshot(folder);
    found.folder = folder;
    const Watched watched = count_calls(folder, verb.arguments);
    CAPTURE(verb.name);
    CAPTURE(watched.outcome.error);
    CHECK(watched.outcome.status == 0);
    CHECK(!watched.is_blind);
    CHECK(watched.calls.size() > 3);
    const Snapshot after = snapshot(folder);
    if (first) {
      found.calls = watched.calls;
      found.after = after;
      continue;
    }
    CHECK(watched.calls.size() == found.calls.size());
    CHECK(after.size() == found.after.size());
    for (const auto& file : after) {
      if (found.after[file.first] == file.second) continue;
      CAPTURE(file.first);
      CHECK(is_cell(file.first));
      found.varying.insert(file.first);
    }
  }
  return found;
}

std::vector<Undisturbed> learn_all() {
  std::vector<Undisturbed> commands;
  for (const VerbCase& verb : writing_cases()) commands.push_back(learn(verb));
  return commands;
}

/// In which ways a call can fail.
std::vector<std::string> errors_of(char kind) {
  switch (kind) {
    case 'o':
    case 'O':
      return {":ENOSPC", "+:ENOSPC", ":EIO", ":EMFILE", ":EACCES"};
    case 'm':
    case 'r':
    case 'l':
      return {":ENOSPC", "+:ENOSPC", ":EIO", ":EACCES"};
    case 'w':
      return {":ENOSPC", "+:ENOSPC", ":EIO", "/:ENOSPC"};
    case 'u':
    case 'd':
      return {":EIO"};
    case 'c':
      return {":ENOSPC", ":EIO"};
    default:
      return {":ENOSPC", "+:ENOSPC", ":EIO"};
  }
}

std::vector<Trial> faults_of(const std::vector<Undisturbed>& commands) {
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    for (const WatchedCall& call : commands[i].calls) {
      for (const std::string& error : errors_of(call.kind)) {
        trials.push_back({i, call, {{"FAULTS_FAIL", call.number + error}}, error, false});
      }
    }
  }
  return trials;
}

std::vector<Trial> kills_of(const std::vector<Undisturbed>& commands) {
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    for (const WatchedCall& call : commands[i].calls) {
      trials.push_back({i, call, {{"FAULTS_KILL", call.number}}, " killed before", true});
    }
    // Between a call and the next nothing changes on the disk.
    const WatchedCall& last = commands[i].calls.back();
    trials.push_back({i, last, {{"FAULTS_KILL", last.number + "'"}}, " killed after", true});
  }
  return trials;
}

/// Tries all of them on every core; tells each kind of failure with the letters of the calls
/// (preload/faults.h) and what became of them, and a summary of each command.
std::size_t try_all(const std::vector<Undisturbed>& commands, const std::vector<Trial>& trials) {
  const TemporaryFolder place;
  std::mutex guard;
  std::vector<Tally> tallies(commands.size());
  std::map<std::string, std::map<std::string, std::size_t>> failures;
  on_every_core(trials.size(), [&](std::size_t worker, std::size_t i) {
    const Trial& trial = trials[i];
    const Undisturbed& command = commands[trial.command];
    const std::string fault =
        attempt(command, trial, fmt::format("{}/{}/stage", place.path(), worker));
    const std::lock_guard lock(guard);
    Tally& tally = tallies[trial.command];
    ++(trial.kills ? tally.kills : tally.faults);
    if (fault.empty()) return;
    ++tally.failures;
    ++failures[fmt::format("{}: {}", command.verb.name, fault)]
              [fmt::format("{}{}", trial.call.kind, trial.what)];
  });
  std::size_t failed = 0;
  for (const auto& [what, where] : failures) {
    std::string times;
    for (const auto& [fault, count] : where) times += fmt::format("  {} x{}", fault, count);
    fmt::print("{}\n  {}\n", what, times);
  }
  fmt::print("{:<22}{:>7}{:>9}{:>8}{:>10}\n", "command", "calls", "faults", "kills", "failures");
  Tally sum;
  std::size_t calls = 0;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const Tally& t = tallies[i];
    fmt::print("{:<22}{:>7}{:>9}{:>8}{:>10}\n", commands[i].verb.name, commands[i].calls.size(),
               t.faults, t.kills, t.failures);
    calls += commands[i].calls.size();
    sum.faults += t.faults;
    sum.kills += t.kills;
    failed += t.failures;
  }
  fmt::print("{:<22}{:>7}{:>9}{:>8}{:>10}\n", "all", calls, sum.faults, sum.kills, failed);
  std::fflush(stdout);
  return failed;
}

}  // namespace

TEST_SUITE("attack") {
  TEST_CASE("faults: every verb is tried: those that write, and those that must not") {
    std::set<std::string> writing, reading;
    for (const VerbCase& verb : writing_cases()) writing.insert(verb.verb());
    for (const VerbCase& verb : reading_cases()) reading.insert(verb.verb());
    for (const Command& command : all_commands()) {
      CAPTURE(command.name);
      CHECK_MESSAGE((writing.contains(command.name) || reading.contains(command.name)),
                    "add it to tests/attack/bench_of_verbs.cpp");
      const bool has_out =
          std::any_of(command.options.begin(), command.options.end(),
                      [](const OptionSpec& option) { return option.name == "out"; });
      // plan looks only at what a run has left there
      CHECK((!has_out || command.name == "plan" || writing.contains(command.name)));
    }
  }

  TEST_CASE("faults: a verb that only reads changes nothing on the disk") {
    if (!can_watch()) return;
    const TemporaryFolder place;
    for (const VerbCase& verb : reading_cases()) {
      CAPTURE(verb.name);
      Workbench::get().lay_out(verb, place / "stage");
      const Watched watched = count_calls(place / "stage", verb.arguments);
      CAPTURE(watched.outcome.error);
      CHECK(watched.outcome.status == 0);
      CHECK(watched.calls.empty());
      CHECK(!watched.is_blind);
    }
  }

  TEST_CASE("faults: a call that fails ends in one line of error and leaves no trace") {
    if (!can_watch()) return;
    const std::vector<Undisturbed> commands = learn_all();
    const std::size_t failed = try_all(commands, faults_of(commands));
    CHECK(failed == 0);
  }

  TEST_CASE("faults: a signal that ends a verb at any call leaves no temporary file") {
    if (!can_watch()) return;
    const TemporaryFolder place;
    const std::vector<Undisturbed> commands = learn_all();
    std::vector<Trial> trials = kills_of(commands);
    std::mutex guard;
    std::map<std::string, std::size_t> failures;
    std::atomic<std::size_t> ended{0};
    on_every_core(2 * trials.size(), [&](std::size_t worker, std::size_t i) {
      const Trial& trial = trials[i / 2];
      const Undisturbed& command = commands[trial.command];
      const std::string folder = fmt::format("{}/{}/stage", place.path(), worker);
      Workbench::get().lay_out(command.verb, folder);
      Environment environment = trial.environment;
      environment["FAULTS_SIGNAL"] = std::to_string(i % 2 == 0 ? SIGTERM : SIGINT);
      const int status = run_watched(folder, command.verb.arguments, environment).status;
      const bool was_told = status == 128 + SIGTERM || status == 128 + SIGINT || status == 130;
      ended += was_told ? 1 : 0;
      std::string fault = fault_of_folder(command, folder, false);
      if (!was_told && status != 0) fault += fmt::format(" status {}", status);
      const std::lock_guard lock(guard);
      if (!fault.empty()) ++failures[command.verb.name + ": " + fault];
    });
    for (const auto& [what, count] : failures) fmt::print("{} x{}\n", what, count);
    fmt::print("signals: {}, of which {} ended the verb; {} kinds of failures\n", 2 * trials.size(),
               ended.load(), failures.size());
    CHECK(failures.empty());
    CHECK(ended.load() > 2 * trials.size() / 3);  // the others were done before
  }

  TEST_CASE("faults: after a kill at any call the same command gives what it would have given") {
    if (!can_watch()) return;
    const std::vector<Undisturbed> commands = learn_all();
    const std::size_t failed = try_all(commands, kills_of(commands));
    CHECK(failed == 0);
  }
}

}  // namespace hashlab::faults_test
