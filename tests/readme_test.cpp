#include "lib/files.h"

#include <doctest/doctest.h>

#include <string>

using hashlab::read_file;

TEST_CASE("readme: its program is the one that is compiled and run") {
  const std::string root = HASHLAB_SOURCE_DIR;
  const std::string program = read_file(root + "/tests/readme_example.cpp");
  const std::string body = program.substr(program.find("using namespace hashlab;"));
  CHECK(read_file(root + "/README.md").find("```cpp\n" + body + "```") != std::string::npos);
}

TEST_CASE("readme: every script and suite it names exists") {
  const std::string root = HASHLAB_SOURCE_DIR;
  const std::string text = read_file(root + "/README.md");
  for (const std::string name :
       {"scripts/quickstart", "scripts/test", "experiments/suites/thesis-cifar10.ini",
        "experiments/suites/quickstart.ini", "results/published/thesis_table_4_17.csv",
        "lib/README.md", "hashers/README.md", "results/README.md", "tests/bench/README.md",
        "CONTRIBUTING.md"}) {
    CAPTURE(name);
    CHECK(text.find(name) != std::string::npos);
    CHECK_NOTHROW(read_file(root + "/" + name));
  }
}
