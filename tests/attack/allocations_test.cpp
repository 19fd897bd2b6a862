// Memory runs out at one allocation after another while a file is read. The verb then ends in one
// line of error, or does without; it never crashes or hangs, and leaves no file behind.

#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/attack/bench_of_verbs.h"
#include "tests/attack/driver.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <signal.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <regex>
#include <string>
#include <vector>

namespace hashlab::allocations_test {

using namespace testing;

namespace {

constexpr std::size_t in_turn = 30, sampled = 80;

/// The first allocations in turn, then one at random in each of equal parts of the rest.
std::vector<std::size_t> chosen(std::size_t allocations, std::uint64_t seed) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 1; i <= std::min(in_turn, allocations); ++i) numbers.push_back(i);
  if (allocations <= in_turn) return numbers;
  std::mt19937_64 random(seed);
  const std::size_t rest = allocations - in_turn, parts = std::min(sampled, rest);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * rest / parts, end = (part + 1) * rest / parts;
    numbers.push_back(in_turn + 1 + begin + random() % (end - begin));
  }
  return numbers;
}

struct Reader {
  VerbCase verb;
  Snapshot before, after;
  Outcome outcome;
  std::size_t allocations = 0;
};

struct Shortage {
  std::size_t reader = 0;  ///< of the list of readers
  std::size_t number = 0;  ///< of the allocation
};

struct Tally {
  std::size_t tried = 0, errors = 0, done = 0, of_others = 0, failures = 0;
};

Reader learn(const VerbCase& verb) {
  const TemporaryFolder place;
  Reader reader{verb, {}, {}, {}, 0};
  Workbench::get().lay_out(verb, place / "stage");
  reader.before = snapshot(place / "stage");
  const Watched watched = count_calls(place / "stage", verb.arguments);
  reader.after = snapshot(place / "stage");
  reader.outcome = watched.outcome;
  reader.allocations = watched.allocations;
  CAPTURE(verb.name);
  CAPTURE(watched.outcome.error);
  CHECK(watched.outcome.status == 0);
  CHECK(watched.allocations > 100);
  return reader;
}

/// The library in whose code a process crashed, and the function there, if it has a name:
/// "libhdf5_serial.so.103(H5S_close)". The C and C++ libraries only carry out what they are asked.
std::string place_of(const std::vector<std::string>& crash) {
  std::string first = "an unknown place";
  for (const std::string& frame : crash) {
    const std::size_t end = frame.find('('), slash = frame.rfind('/', end);
    const std::string name = frame.substr(slash == frame.npos ? 0 : slash + 1);
    const bool carries_out = name.starts_with("libhashlab_faults") || name.starts_with("libc.so") ||
                             name.starts_with("libstdc++") || name.starts_with("libgcc_s") ||
                             name.starts_with("ld-");
    // std::filesystem declares noexcept what allocates.
    const bool is_filesystem = name.find("NSt10filesystem") != name.npos;
    const std::size_t open = name.find('(');
    const std::string place = name.substr(0, std::min(name.find('+', open), name.find(')'))) + ")";
    if (!carries_out || is_filesystem) return place;
    if (first.starts_with("an unknown")) first += ":";
    first += " " + place;
  }
  return first;
}

/// Does a crash, or a message, come from a library that is no part of the project? None of these
/// survives every allocation that fails; what the project does about it is to limit what it asks
/// for. They are counted, and told, but do not fail the test.
bool is_of_others(const std::string& place) {
  const auto is_in = [&](const char* name) { return place.find(name) != place.npos; };
  return is_in("libcrypto") || is_in("libhdf5") || is_in("libfftw") || is_in("NSt10filesystem");
}

struct Ending {
  std::string fault;  ///< what is wrong with it; empty if nothing is
  bool of_others = false, done = false;
};

/// The first line that is not as expected, or nothing.
std::string first_difference(const std::string& expected, const std::string& found) {
  static const std::regex seconds("[0-9.]+ s, ");
  const std::vector<std::string> a = lines_of(std::regex_replace(expected, seconds, "")),
                                 b = lines_of(std::regex_replace(found, seconds, ""));
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (i >= a.size() || a[i] != b[i]) return b[i].substr(0, 100);
  }
  return a.size() == b.size() ? "" : "fewer lines";
}

/// `inspect` goes on where it can, and says what it could not look at.
bool tells_of_it(const std::string& out) {
  return out.find("not looked at: ") != out.npos || out.find(" cannot read it: ") != out.npos;
}

/// Does an HDF5 file hold what the expected one does, in other bytes? A chunk for whose compression
/// HDF5 gets no memory is stored as it is.
bool holds_the_same(const std::string& path, const std::string& expected_bytes) {
  const TemporaryFolder folder;
  write_file(folder / "expected.h5", expected_bytes);
  if (!H5File::is_h5(path) || !H5File::is_h5(folder / "expected.h5")) return false;
  const H5File found = H5File::open(path), expected = H5File::open(folder / "expected.h5");
  if (found.text_attributes() != expected.text_attributes() ||
      found.members() != expected.members()) {
    return false;
  }
  const auto values_of = [](const H5File& file, const std::string& name) {
    std::size_t count = 1;
    for (const std::size_t extent : file.shape(name).size) count *= extent;
    std::vector<double> values(count);
    file.read(name, values.data());
    return values;
  };
  const std::vector<std::string> members = found.members();
  return std::all_of(members.begin(), members.end(), [&](const std::string& name) {
    const H5File::Shape a = found.shape(name), b = expected.shape(name);
    return a.size == b.size && a.kind == b.kind && a.element_bytes == b.element_bytes &&
           values_of(found, name) == values_of(expected, name);
  });
}

Ending attempt(const Reader& reader, std::size_t number, const std::string& folder) {
  const TemporaryFolder logs;
  Workbench::get().lay_out(reader.verb, folder);
  const Outcome outcome =
      run_watched(folder, reader.verb.arguments,
                  {{"FAULTS_MALLOC", std::to_string(number)}, {"FAULTS_LOG", logs / "log"}});
  if (outcome.status == 128 + SIGALRM) return {"it hangs"};
  if (outcome.status > 128 && outcome.status <= 128 + SIGRTMAX) {
    const std::string place = place_of(read_log(logs / "log").crash);
    return {fmt::format("signal {} in {}", outcome.status - 128, place), is_of_others(place)};
  }
  // HDF5 calls exit(-1) if it cannot begin.
  if (outcome.status == 255) return {"HDF5 ended the process", true};
  // What was written may be there: it is whole, and was read once more in vain.
  for (const auto& [path, bytes] : snapshot(folder)) {
    const bool as_before = reader.before.contains(path) && reader.before.at(path) == bytes;
    const bool as_after = reader.after.contains(path) && reader.after.at(path) == bytes;
    if (as_before || as_after) continue;
    const auto whole = reader.after.find(path);
    if (whole == reader.after.end() || !holds_the_same(folder + "/" + path, whole->second)) {
      return {"it left '" + path + "'"};
    }
  }
  if (outcome.status == 0) {
    const std::string more = first_difference(reader.outcome.out, outcome.out);
    if (more.empty() || tells_of_it(outcome.out)) return {"", false, true};
    return {"status 0, but it printed: " + more};
  }
  const std::vector<std::string> lines = lines_of(outcome.error);
  if (outcome.error.find("HDF5-DIAG") != std::string::npos ||
      outcome.error.find("HDF5: infinite loop") != std::string::npos) {
    return {"HDF5 told its own errors", true};
  }
  if (outcome.status != 1 && outcome.status != 2) {
    return {fmt::format("status {}: {}", outcome.status, lines.empty() ? "" : lines.back())};
  }
  const auto is_error = [](const std::string& line) { return line.starts_with("error: "); };
  const bool lists_deviations = reader.verb.verb() == "splits" && outcome.status == 1;
  if (lists_deviations && lines.empty() && !outcome.out.empty()) return {};
  if (std::count_if(lines.begin(), lines.end(), is_error) != 1 || !is_error(lines.back())) {
    return {"no line of error at the end, but: " + outcome.error.substr(0, 200)};
  }
  return {};
}

}  // namespace

TEST_SUITE("attack") {
  TEST_CASE(
      "allocations: a reader that gets no memory ends in one line of error, or does without") {
    if (!can_watch()) return;
    std::vector<Reader> readers;
    std::vector<Shortage> shortages;
    for (const VerbCase& verb : file_reading_cases()) {
      readers.push_back(learn(verb));
      for (const std::size_t number : chosen(readers.back().allocations, readers.size())) {
        shortages.push_back({readers.size() - 1, number});
      }
    }
    const TemporaryFolder place;
    std::mutex guard;
    std::vector<Tally> tallies(readers.size());
    std::map<std::string, std::vector<std::string>> failures;
    on_every_core(shortages.size(), [&](std::size_t worker, std::size_t i) {
      const Shortage& shortage = shortages[i];
      const Reader& reader = readers[shortage.reader];
      const Ending ending =
          attempt(reader, shortage.number, fmt::format("{}/{}/stage", place.path(), worker));
      const std::lock_guard lock(guard);
      Tally& tally = tallies[shortage.reader];
      ++tally.tried;
      if (ending.fault.empty()) {
        ++(ending.done ? tally.done : tally.errors);
        return;
      }
      ++(ending.of_others ? tally.of_others : tally.failures);
      failures[(ending.of_others ? "(of others) " : "") + ending.fault].push_back(
          fmt::format("{} at {}", reader.verb.name, shortage.number));
    });
    fmt::print("{:<28}{:>12}{:>7}{:>8}{:>7}{:>11}{:>10}\n", "reader", "allocations", "tried",
               "errors", "done", "of others", "failures");
    std::size_t failed = 0;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const Tally& t = tallies[i];
      fmt::print("{:<28}{:>12}{:>7}{:>8}{:>7}{:>11}{:>10}\n", readers[i].verb.name,
                 readers[i].allocations, t.tried, t.errors, t.done, t.of_others, t.failures);
      failed += t.failures;
    }
    for (auto& [fault, where] : failures) {
      std::sort(where.begin(), where.end());
      const std::size_t shown = std::min<std::size_t>(where.size(), 4);
      fmt::print("{}\n  {} times: {}{}\n", fault, where.size(),
                 fmt::join(where.begin(), where.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                 shown < where.size() ? ", ..." : "");
    }
    std::fflush(stdout);
    CHECK(failed == 0);
  }
}

}  // namespace hashlab::allocations_test
