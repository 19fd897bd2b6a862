// What CONTRIBUTING promises of the rooms: which way they depend, that nothing in them depends on
// itself in a circle, and that a name means one thing.
#include "lib/files/files.h"
#include "tests/support/documents.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace hashlab::structure_test {

using namespace testing;

namespace {

using Names = std::set<std::string>;
/// What each name leads to.
using Graph = std::map<std::string, Names>;

const Names rooms = {"lib", "hashers", "splits", "results", "experiments"};

std::string room_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

/// "lib/rng" for lib/rng.h and lib/rng.cpp, with the units that the two include.
const Graph& units() {
  static Graph found;
  if (!found.empty()) return found;
  const std::string mark = "#include \"";
  for (const std::string& file : repository_files()) {
    const std::filesystem::path path(file);
    if (!rooms.contains(room_of(file))) continue;
    if (path.extension() != ".h" && path.extension() != ".cpp") continue;
    const std::string unit = path.parent_path() / path.stem();
    Names& included = found[unit];
    for (const std::string& line : lines_of(read_file(HASHLAB_SOURCE_DIR "/" + file))) {
      if (!line.starts_with(mark)) continue;
      const std::string other = line.substr(mark.size(), line.rfind('.') - mark.size());
      const bool is_generated = other.find('/') == std::string::npos;
      if (other != unit && !is_generated) included.insert(other);
    }
  }
  return found;
}

Names reachable(const std::string& unit) {
  Names seen;
  std::vector<std::string> next = {unit};
  while (!next.empty()) {
    const std::string at = next.back();
    next.pop_back();
    const auto included = units().find(at);
    if (included == units().end()) continue;
    for (const std::string& other : included->second) {
      if (seen.insert(other).second) next.push_back(other);
    }
  }
  return seen;
}

/// A shortest circle, which begins and ends with the same name; empty if there is none.
std::vector<std::string> shortest_circle(const Graph& graph) {
  std::vector<std::string> shortest;
  for (const auto& [start, first] : graph) {
    std::map<std::string, std::string> before;  // on a shortest way from the start
    std::deque<std::string> next = {start};
    while (!next.empty() && !before.contains(start)) {
      const std::string at = next.front();
      next.pop_front();
      const auto found = graph.find(at);
      if (found == graph.end()) continue;
      for (const std::string& other : found->second) {
        if (before.try_emplace(other, at).second) next.push_back(other);
      }
    }
    if (!before.contains(start)) continue;
    std::vector<std::string> circle = {start};
    do circle.push_back(before.at(circle.back()));
    while (circle.back() != start);
    std::reverse(circle.begin(), circle.end());
    if (shortest.empty() || circle.size() < shortest.size()) shortest = circle;
  }
  return shortest;
}

/// A shortest circle of folders of one room, with the includes that make each step of it; "" if
/// there is none. Files at the top of a room are a folder like any other: lib/rng is in "lib".
std::string circle_of_folders(const Graph& includes) {
  Graph folders;
  std::map<std::string, std::vector<std::string>> reasons;  // of "lib/ranking -> lib/codes"
  for (const auto& [unit, others] : includes) {
    for (const std::string& other : others) {
      const std::string from = folder_of(unit), to = folder_of(other);
      if (from == to || room_of(from) != room_of(to)) continue;
      folders[from].insert(to);
      reasons[fmt::format("{} -> {}", from, to)].push_back(
          fmt::format("{} includes {}", unit, other));
    }
  }
  const std::vector<std::string> circle = shortest_circle(folders);
  std::string text = fmt::format("{}", fmt::join(circle, " -> "));
  for (std::size_t i = 1; i < circle.size(); ++i) {
    const std::vector<std::string>& all = reasons.at(circle[i - 1] + " -> " + circle[i]);
    constexpr std::size_t most = 5;
    for (std::size_t k = 0; k < std::min(all.size(), most); ++k) text += "\n  " + all[k];
    if (all.size() > most) text += fmt::format("\n  and {} more like it", all.size() - most);
  }
  return text;
}

}  // namespace

TEST_CASE(
    "structure: experiments use hashers, splits and results, all of them lib, none the rest") {
  const std::map<std::string, Names> allowed = {
      {"lib", {"lib"}},
      {"hashers", {"hashers", "lib"}},
      {"splits", {"splits", "lib"}},
      {"results", {"results", "lib"}},
      {"experiments", {"experiments", "hashers", "splits", "results", "lib"}}};
  CHECK(units().size() > 300);
  for (const auto& unit : units()) {
    for (const std::string& other : unit.second) {
      CAPTURE(unit.first);
      CAPTURE(other);
      CHECK(allowed.at(room_of(unit.first)).contains(room_of(other)));
    }
  }
}

TEST_CASE("structure: folders of a room do not depend on each other in a circle") {
  CHECK(circle_of_folders(units()) == "");
}

TEST_CASE("structure: a circle of folders is named, with the includes that make it") {
  const Graph straight = {{"lib/ranking/counts", {"lib/codes/codes", "lib/error"}},
                          {"lib/codes/codes", {"lib/codes/packing", "lib/error"}}};
  CHECK(circle_of_folders(straight) == "");

  Graph bent = straight;
  bent["lib/codes/packing"] = {"lib/ranking/counts"};
  CHECK(circle_of_folders(bent) ==
        "lib/codes -> lib/ranking -> lib/codes\n"
        "  lib/codes/packing includes lib/ranking/counts\n"
        "  lib/ranking/counts includes lib/codes/codes");

  // Of three folders, one of them the top of the room. Ranking leads into it, but is not named.
  bent = straight;
  bent["lib/error"] = {"lib/files/files"};
  bent["lib/files/files"] = {"lib/codes/codes"};
  CHECK(circle_of_folders(bent) ==
        "lib -> lib/files -> lib/codes -> lib\n"
        "  lib/error includes lib/files/files\n"
        "  lib/files/files includes lib/codes/codes\n"
        "  lib/codes/codes includes lib/error");
}

// The rooms are namespaces. Two types of one name would be one type to the linker, which keeps the
// functions of either.
TEST_CASE("structure: a room defines no type twice in its headers") {
  const std::regex definition("(?:struct|class|enum class) (\\w+)(?: final)?(?: : .*)? \\{");
  std::map<std::string, Names> headers_of;
  for (const std::string& file : repository_files()) {
    if (!rooms.contains(room_of(file)) || !file.ends_with(".h")) continue;
    std::string space;
    for (const std::string& line : lines_of(read_file(HASHLAB_SOURCE_DIR "/" + file))) {
      std::smatch found;
      if (line.starts_with("namespace ")) space = line;
      if (std::regex_search(line, found, definition, std::regex_constants::match_continuous)) {
        headers_of[space + ' ' + found[1].str()].insert(file);
      }
    }
  }
  CHECK(headers_of.size() > 300);
  for (const auto& type : headers_of) {
    CAPTURE(type.first);
    CAPTURE(fmt::format("{}", fmt::join(type.second, " ")));
    CHECK(type.second.size() == 1);
  }
}

// A header and what makes its objects, or its hidden half.
TEST_CASE("structure: units depend on each other in a circle only where a header has a factory") {
  const Names expected = {
      "lib/codes/code_file lib/codes/code_sources",
      "lib/h5/h5 lib/h5/h5_first_pass lib/h5/h5_handle",
      "lib/images/gabor lib/images/gist",
      "lib/import/format lib/import/formats",
      "lib/metrics/families lib/metrics/metrics",
      "results/format/table_format results/format/table_writers",
      "splits/registry splits/split",
  };
  Graph reached;
  for (const auto& [unit, included] : units()) reached[unit] = reachable(unit);
  Names circles;
  for (const auto& [unit, others] : reached) {
    if (!others.contains(unit)) continue;
    Names circle;
    for (const std::string& other : others) {
      if (reached[other].contains(unit)) circle.insert(other);
    }
    circles.insert(fmt::format("{}", fmt::join(circle, " ")));
  }
  CHECK(fmt::format("{}", fmt::join(circles, "\n")) ==
        fmt::format("{}", fmt::join(expected, "\n")));
}

}  // namespace hashlab::structure_test
