#include "lib/files/files.h"
#include "tests/support/documents.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace hashlab::tour_test {

using namespace testing;

namespace {

const std::string root = HASHLAB_SOURCE_DIR;

/// The section of experiments/README.md under this heading.
std::string section(const std::string& heading) {
  const std::string text = read_file(root + "/experiments/README.md");
  const std::size_t first = text.find("\n## " + heading + "\n");
  REQUIRE(first != std::string::npos);
  return text.substr(first, text.find("\n## ", first + 1) - first);
}

/// The files of the tour, in its order: code spans with a path from the root of the project.
std::vector<std::string> tour() {
  std::vector<std::string> files;
  for (const std::string& span : code_spans_in(section("The tour"))) {
    if (span.find('/') != std::string::npos) files.push_back(span);
  }
  return files;
}

}  // namespace

TEST_CASE("tour: each of its files is there, and named once") {
  const std::vector<std::string> files = tour();
  CHECK(!files.empty());
  CHECK(std::set<std::string>(files.begin(), files.end()).size() == files.size());
  for (const std::string& file : files) {
    CAPTURE(file);
    CHECK(std::filesystem::is_regular_file(root + "/" + file));
  }
}

TEST_CASE("tour: every function and type that it names is in the file where it is named") {
  std::string text;  // of the file named last
  for (const std::string& span : code_spans_in(section("The tour"))) {
    CAPTURE(span);
    if (span.find('/') != std::string::npos) {
      text = read_file(root + "/" + span);
    } else if (span.find('.') == std::string::npos) {
      CHECK(text == Contains(span));
    }
  }
}

TEST_CASE("tour: every folder of the map is there, and the map has every folder") {
  std::set<std::string> named, there;
  for (const std::string& line : lines_of(section("The map"))) {
    if (line.starts_with("| `")) named.insert(line.substr(3, line.find('/') - 3));
  }
  for (const auto& entry : std::filesystem::directory_iterator(root + "/experiments")) {
    if (entry.is_directory()) there.insert(entry.path().filename().string());
  }
  CHECK(named == there);
}

}  // namespace hashlab::tour_test
