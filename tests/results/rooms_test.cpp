#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::rooms_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string root = HASHLAB_SOURCE_DIR "/results";

/// The rooms that results/README.md lists, in its order.
std::vector<std::string> rooms() {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(read_file(root + "/README.md"))) {
    if (!line.starts_with("| `")) continue;
    names.push_back(line.substr(3, line.find('/') - 3));
  }
  return names;
}

}  // namespace

TEST_CASE("results: its README lists every room") {
  std::vector<std::string> listed = rooms(), there;
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && name != "runs") there.push_back(name);
  }
  std::sort(listed.begin(), listed.end());
  std::sort(there.begin(), there.end());
  CHECK(listed == there);
}

TEST_CASE("results: a room includes only rooms above it in the README") {
  const std::vector<std::string> order = rooms();
  const auto place = [&](const std::string& room) {
    return std::find(order.begin(), order.end(), room) - order.begin();
  };
  const std::string include = "#include \"results/";
  std::size_t includes = 0;
  for (const std::string& room : order) {
    for (const auto& entry : fs::directory_iterator(root + "/" + room)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      for (const std::string& line : lines_of(read_file(entry.path().string()))) {
        if (!line.starts_with(include)) continue;
        const std::string other =
            line.substr(include.size(), line.find('/', include.size()) - include.size());
        CAPTURE(entry.path().string());
        CAPTURE(other);
        CHECK(place(other) <= place(room));
        ++includes;
      }
    }
  }
  CHECK(includes > 100);
}

}  // namespace hashlab::rooms_test
