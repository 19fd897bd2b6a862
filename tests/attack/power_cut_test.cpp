// What is on the disk if the power is cut at any moment of a study: from a trace of everything that
// the program did to its folder, states that a file system may leave are made and looked at as the
// program would look at them.

#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "splits/split.h"
#include "splits/split_file.h"
#include "tests/attack/bench_of_verbs.h"
#include "tests/attack/disk.h"
#include "tests/attack/driver.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace hashlab::power_cut_test {

using namespace experiments;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

// So many settings that what is known of them is written on the way, which it is every quarter of a
// second.
constexpr const char* tuned_suite =
    "name = tuned\n"
    "dataset = small\n"
    "groundtruth = epsilon:neighbours=20,samples=50\n"
    "hasher = lsh+sbq\n"
    "grid = itq+npq:solver=evolution: "
    "alpha=0,0.05,0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5,0.55,0.6,0.65,0.7,0.75,0.8,0.85,0.9,1; "
    "beta=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19\n"
    "split = literature\n"
    "split = improved\n"
    "bits = 8\n"
    "runs = 1\n"
    "metric = map\n"
    "test-queries = 20\n"
    "validation-queries = 20\n"
    "validation-database = 60\n"
    "training = 100\n";

const std::vector<std::string> commands = {
    "run tuned.ini --data . --out new/results --jobs 2",
    "run tuned.ini --data . --out new/results --jobs 2 --set runs=2",
    "table new/results --out tables/ --all-formats",
    "table new/results --out t.tex",
    "report new/results --out report.html",
    "splits export tuned.ini --data . --out splits.h5",
    "splits export tuned.ini --data . --out lists --format text",
    "train --data small.h5 --hasher lsh+sbq --bits 8 --out model.h5",
    "encode --model model.h5 --data small.h5 --out codes.h5"};

/// From a deed on a file is there, in the version of that moment or a later one.
struct Promise {
  std::size_t from;
  std::string path;
};

struct History {
  std::vector<std::vector<Deed>> traces;  ///< of each command
  Snapshot before;
  std::vector<std::string> said;               ///< on standard error, by each command
  std::map<std::string, std::string> cell_of;  ///< "lsh+sbq 8b improved run 1": its file
};

History record() {
  const TemporaryFolder place;
  const std::string stage = place / "stage";
  Workbench::get().lay_out({"", "", {"small.h5"}, {}}, stage);
  write_file(stage + "/tuned.ini", tuned_suite);
  History history;
  history.before = snapshot(stage);
  for (const std::string& command : commands) {
    const std::string trace = place / fmt::format("trace-{}", history.traces.size());
    const Outcome outcome =
        run_watched(stage, command, {{"FAULTS_TRACE", trace}, {"FAULTS_LOG", trace + ".log"}});
    CAPTURE(command);
    CHECK(!read_log(trace + ".log").is_blind);
    REQUIRE_MESSAGE(outcome.status == 0, command << ": " << outcome.error);
    history.traces.push_back(read_trace(trace));
    history.said.push_back(outcome.error);
  }
  const std::string results = "new/results";
  for (const Cell& cell : read_manifest({stage + "/" + results}).cells) {
    history.cell_of[fmt::format("{} {}b {} run {}", cell.method.name(), cell.bits.value(),
                                cell.split, cell.run)] = results + "/cells/" + cell.file;
  }
  return history;
}

/// What the lines "done k/n  CELL" of a command promised, `first` being its first deed.
std::vector<Promise> promises_of_lines(const History& history, std::size_t command,
                                       std::size_t first) {
  std::vector<Promise> promises;
  const std::vector<Deed>& deeds = history.traces[command];
  std::size_t said = 0;
  for (const std::string& line : lines_of(history.said[command])) {
    said += line.size() + 1;
    const std::size_t gap = line.find("  ");
    if (!line.starts_with("done ") || gap == std::string::npos) continue;
    const auto cell = history.cell_of.find(line.substr(gap + 2));
    REQUIRE_MESSAGE(cell != history.cell_of.end(), line);
    for (std::size_t i = 0; i < deeds.size(); ++i) {
      if (deeds[i].said < said) continue;
      promises.push_back({first + i, cell->second});
      break;
    }
  }
  return promises;
}

struct Replay {
  Disk disk;
  std::vector<Promise> promises;
  std::size_t told = 0;  ///< how many of them by lines "done k/n"
};

/// All deeds of a history that `is_kept`, and what was promised on the way.
Replay replay(const History& history, const std::function<bool(const Deed&)>& is_kept) {
  Replay result{Disk(history.before), {}, 0};
  for (std::size_t i = 0; i < history.traces.size(); ++i) {
    const std::size_t begin = result.disk.deeds();
    std::vector<Deed> deeds = history.traces[i];
    for (const Promise& promise : promises_of_lines(history, i, begin + 1)) {
      result.promises.push_back(promise);
      ++result.told;
    }
    for (Deed& deed : deeds) {  // what is left out keeps its number
      if (!is_kept(deed)) deed.kind = '-';
    }
    result.disk.add(deeds);
    const std::size_t end = result.disk.deeds();
    for (const auto& [path, versions] : result.disk.versions()) {
      const Disk::Version& last = versions.back();
      if (last.since > begin && last.bytes) result.promises.push_back({end, path});
    }
  }
  return result;
}

struct Findings {
  std::size_t cuts = 0, states = 0;
  std::size_t torn = 0, unreadable = 0, lost = 0, lost_with_folder = 0;  ///< cuts with such a file
  std::map<std::string, std::size_t> examples;  ///< by what is wrong: number of cuts
  std::size_t wrong() const { return torn + unreadable + lost + lost_with_folder; }
};

/// Is a file, in a state before `cut`, one of the complete versions from number `first` on?
bool is_version(const std::vector<Disk::Version>& versions, std::size_t first, std::size_t cut,
                const std::optional<std::string>& bytes) {
  for (std::size_t i = first; i < versions.size() && versions[i].since < cut; ++i) {
    if (versions[i].bytes == bytes) return true;
  }
  return false;
}

/// What the program finds wrong with a folder, line by line.
std::vector<std::string> complaints(const std::string& folder) {
  std::vector<std::string> found;
  const auto look = [&](const std::string& path, auto action) {
    if (!fs::exists(folder + "/" + path)) return;
    try {
      action();
    } catch (const Error& error) {
      found.push_back(error.what());
    }
  };
  const ResultsFolder results{folder + "/new/results"};
  look("new/results/manifest.tsv", [&] {
    for (const Step& step : check_cells(read_manifest(results).cells, results.cells())) {
      const bool is_there = fs::exists(results.cell_path(step.cell));
      if ((step.state == Step::State::done) != is_there) found.push_back(step.reason);
    }
  });
  const auto look_at_splits = [&](const std::string& path) {
    for (const ReadSplit& split : read_splits(folder + "/" + path)) {
      if (!split.damage.empty()) {
        found.push_back(split.damage);
      } else if (split_checksum(split.drawn.rows) != split.drawn.checksum) {
        found.push_back(path + ": a split lacks rows");
      }
    }
  };
  look("splits.h5", [&] { look_at_splits("splits.h5"); });
  look("lists", [&] {
    try {
      look_at_splits("lists");
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_found) throw;  // no split is there yet
    }
  });
  return found;
}

void lay_out(const Remains& remains, const std::string& folder) {
  fs::remove_all(folder);
  fs::create_directory(folder);
  for (const auto& [path, bytes] : remains) {
    if (!bytes) {
      fs::create_directory(folder + "/" + path);
    } else {
      std::ofstream(folder + "/" + path, std::ios::binary) << *bytes;
    }
  }
}

/// Looks at `n` random cuts of a history.
Findings examine(const Replay& replay, FileSystem kind, std::size_t n, std::uint64_t seed) {
  const TemporaryFolder place;
  Findings findings;
  std::mt19937_64 random(seed);
  std::map<std::string, std::vector<std::string>> seen;  // what is complained of in a state
  const auto& versions = replay.disk.versions();
  for (; findings.cuts < n; ++findings.cuts) {
    const std::size_t cut = 1 + random() % (replay.disk.deeds() + 1);
    const Remains remains = replay.disk.after_cut(cut, kind, random);
    bool torn = false, lost = false, lost_with_folder = false;
    std::string state;
    for (const auto& [path, bytes] : remains) {
      if (is_temporary(path)) continue;
      state += path;
      if (!bytes) continue;
      state += sha256(*bytes);
      const auto known = versions.find(path);
      if (known != versions.end() && is_version(known->second, 0, cut, bytes)) continue;
      torn = true;
      ++findings.examples[path + " is torn"];
    }
    for (const Promise& promise : replay.promises) {
      if (promise.from >= cut) continue;
      const std::vector<Disk::Version>& all = versions.at(promise.path);
      std::size_t promised = 0;
      while (promised + 1 < all.size() && all[promised + 1].since <= promise.from) ++promised;
      const auto file = remains.find(promise.path);
      const bool is_there = file != remains.end();
      if (is_version(all, promised, cut, is_there ? file->second : std::nullopt)) continue;
      const std::string folder = fs::path(promise.path).parent_path().string();
      const bool with_folder = !folder.empty() && !remains.contains(folder);
      (with_folder ? lost_with_folder : lost) = true;
      ++findings.examples[promise.path + (with_folder ? " is lost with its folder" : " is lost")];
    }
    auto complained = seen.find(state);
    if (complained == seen.end()) {
      lay_out(remains, place / "stage");
      complained = seen.emplace(state, complaints(place / "stage")).first;
    }
    findings.torn += torn;
    findings.lost += lost;
    findings.lost_with_folder += lost_with_folder;
    findings.unreadable += !complained->second.empty();
    for (const std::string& line : complained->second) {
      ++findings.examples[line.substr(line.find("stage/") == line.npos ? 0 : line.find("stage/"))];
    }
  }
  findings.states = seen.size();
  return findings;
}

void tell(const std::string& name, const Replay& replay, const Findings& f) {
  fmt::print(
      "{}: {} deeds, {} cuts, {} states; cuts with a file that is torn {}, unreadable {}, lost {}, "
      "lost with a new folder {}\n",
      name, replay.disk.deeds(), f.cuts, f.states, f.torn, f.unreadable, f.lost,
      f.lost_with_folder);
  for (const auto& [what, cuts] : f.examples) fmt::print("  {:>6}  {}\n", cuts, what);
  std::fflush(stdout);
}

const History& history() {
  static const History history = record();
  return history;
}

}  // namespace

TEST_SUITE("attack") {
  TEST_CASE("power cut: what is there is whole, and what was reported as done is there") {
    if (!can_watch()) return;
    const Replay all = replay(history(), [](const Deed&) { return true; });
    CHECK(all.told == history().cell_of.size());
    CHECK(all.promises.size() > 30);
    const auto& versions = all.disk.versions();
    CHECK(std::any_of(versions.begin(), versions.end(),
                      [](const auto& file) { return file.first.ends_with(".scores"); }));
    const Findings journal = examine(all, FileSystem::journal, 5000, 1);
    tell("journal", all, journal);
    const Findings any = examine(all, FileSystem::any, 5000, 2);
    tell("any file system", all, any);
    for (const Findings& findings : {journal, any}) {
      CHECK(findings.torn == 0);
      CHECK(findings.unreadable == 0);
      CHECK(findings.lost == 0);
      CHECK(findings.lost_with_folder == 0);
    }
  }

  TEST_CASE("power cut: a program that forces no file, or no folder, to disk would be noticed") {
    if (!can_watch()) return;
    const Replay no_files = replay(history(), [](const Deed& deed) { return deed.kind != 's'; });
    CHECK(examine(no_files, FileSystem::journal, 300, 3).torn > 30);
    CHECK(examine(no_files, FileSystem::any, 300, 4).torn > 30);
    const Replay no_folders = replay(history(), [](const Deed& deed) { return deed.kind != 'S'; });
    const Findings found = examine(no_folders, FileSystem::any, 300, 5);
    CHECK(found.lost + found.lost_with_folder > 30);
    CHECK(found.torn == 0);
  }
}

}  // namespace hashlab::power_cut_test
