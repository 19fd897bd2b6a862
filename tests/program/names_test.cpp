// Names that no table, manifest or spreadsheet can hold are refused before any work is done.
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::names_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string tab = "a\tb";
const std::string formula = "=cmd|' calc'!A0";

/// For a shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

TEST_CASE("names: verbs that read a data set refuse the name of its file") {
  const SmallStudy study;
  for (const std::string& name : {tab, formula}) {
    CAPTURE(name);
    const std::string file = study / (name + ".h5");
    fs::copy_file(study / "small.h5", file);
    const std::string set = "--set " + quoted("dataset=" + name);
    const auto refused = [&](const Outcome& outcome) {
      CHECK(outcome.status == 2);
      CHECK(refusal(outcome) == Contains(": rename the file"));
      CHECK_FALSE(fs::exists(study.results()));
    };
    refused(study.run(set));
    refused(hashlab::testing::hashlab(study.arguments("plan", set)));
    refused(hashlab::testing::hashlab(fmt::format(
        "train --data {} --hasher lsh+sbq --bits 8 --out '{}'", quoted(file), study / "model.h5")));
    refused(hashlab::testing::hashlab(fmt::format("splits export {} --data {} {} --out '{}'",
                                                  quoted(study / "tiny.ini"), quoted(study / ""),
                                                  set, study / "splits.h5")));
    refused(
        hashlab::testing::hashlab(fmt::format("audit --data {0} --training {0} --database {0} "
                                              "--queries {0}",
                                              quoted(file))));
    CHECK(hashlab::testing::hashlab("inspect " + quoted(file)).status == 0);  // what is it?
    for (const char* left : {"model.h5", "splits.h5"}) CHECK_FALSE(fs::exists(study / left));
  }
}

TEST_CASE("names: verbs that write a data set refuse the name of its file") {
  const TemporaryFolder folder;
  write_file(folder / "x.csv", "1,2\n3,4\n");
  for (const std::string& name : {tab, formula}) {
    CAPTURE(name);
    const std::string file = folder / (name + ".h5");
    for (const std::string& verb : {"import '" + folder / "x.csv" + "' --out ",
                                    std::string("make-data synthetic --samples 100 ")}) {
      const Outcome outcome = hashlab::testing::hashlab(verb + quoted(file));
      CHECK(outcome.status == 2);
      CHECK(refusal(outcome) == Contains(": rename the file"));
      CHECK_FALSE(fs::exists(file));
    }
  }
}

TEST_CASE("names: a suite's name is refused as well") {
  const SmallStudy study;
  for (const std::string& name : {tab, formula}) {
    CAPTURE(name);
    const Outcome outcome = study.run("--set " + quoted("name=" + name));
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains(": change the key 'name'"));
    CHECK_FALSE(fs::exists(study.results()));
  }
}

}  // namespace hashlab::names_test
