// What CONTRIBUTING promises of the rooms: which way they depend, how large they are, no circles.
#include "lib/files/files.h"
#include "tests/support/documents.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::structure_test {

using namespace testing;

namespace {

using Names = std::set<std::string>;

const Names rooms = {"lib", "hashers", "splits", "results", "experiments"};

std::string room_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

/// "lib/rng" for lib/rng.h and lib/rng.cpp, with the units that the two include.
const std::map<std::string, Names>& units() {
  static std::map<std::string, Names> found;
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

TEST_CASE("structure: no folder has more than 25 units") {
  std::map<std::string, std::size_t> sizes;
  for (const auto& [unit, included] : units()) ++sizes[folder_of(unit)];
  for (const auto& folder : sizes) {
    CAPTURE(folder.first);
    CHECK(folder.second <= 25);
  }
}

// A header and what makes its objects, or its hidden half.
TEST_CASE("structure: units depend on each other in a circle only where a header has a factory") {
  const Names expected = {
      "lib/codes/code_file lib/codes/code_sources",
      "lib/files/h5 lib/files/h5_first_pass lib/files/h5_handle",
      "lib/images/gabor lib/images/gist",
      "lib/import/format lib/import/formats",
      "lib/metrics/families lib/metrics/metrics",
      "results/format/table_format results/format/table_writers",
      "splits/registry splits/split",
  };
  std::map<std::string, Names> reached;
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
