// Every fuzz target on every input of its stored corpus, without libFuzzer: CMake compiles each
// under its own name and lists the names. Such an input may crash nothing.
#include "lib/files/files.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#define X(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef X

namespace hashlab::replay_test {
namespace {

struct Target {
  const char* name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

// clang-format off
#define X(name) {#name, name},
const std::vector<Target> targets = {
#include "fuzz_targets.inc"
};
#undef X
// clang-format on

const std::string corpus = HASHLAB_SOURCE_DIR "/tests/fuzz/corpus";

std::vector<std::string> stored_inputs(const std::string& target) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(corpus + "/" + target)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

TEST_CASE("fuzz targets: none is crashed by its stored inputs, and each has some") {
  static const auto inputs = [] {
    std::vector<std::vector<std::string>> all;
    for (const Target& target : targets) all.push_back(stored_inputs(target.name));
    return all;
  }();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    CHECK_MESSAGE(!inputs[i].empty(), targets[i].name);
    for (const std::string& path : inputs[i]) {
      // A crash ends the program; doctest then says in which of these it was.
      SUBCASE(fmt::format("{} {}", targets[i].name, path).c_str()) {
        const std::string bytes = hashlab::read_file(path);
        CHECK(targets[i].run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) ==
              0);
      }
    }
  }
}

}  // namespace hashlab::replay_test
