#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/stat.h>
#include <filesystem>
#include <string>

namespace hashlab::outputs_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A study with results, none of whose files a refused command may touch.
class Desk {
 public:
  Desk() {
    REQUIRE(study.run("--set runs=1").status == 0);
    fs::create_directories(path("photos/a"));
    fs::copy_file(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/images/rgb.png",
                  path("photos/a/0.png"));
    before_ = fingerprint(path(""));
  }

  std::string path(const std::string& name) const { return study / name; }
  std::string suite() const { return path("tiny.ini"); }
  std::string data() const { return fmt::format("--data '{}'", path("")); }
  /// The one line with which a command is refused that would destroy something, with --force, too.
  std::string refused(const std::string& arguments, const std::string& force = "") const {
    const Outcome outcome = hashlab::testing::hashlab(arguments + force);
    CHECK(outcome.status == 2);
    CHECK(fingerprint(path("")) == before_);
    return refusal(outcome);
  }
  /// Is it refused as another kind of file, and with --force as what is read?
  void destroys_input(const std::string& arguments) const {
    CAPTURE(arguments);
    CHECK(refused(arguments) == Contains(" that hashlab wrote: name another file, or replace it "
                                         "with --force"));
    CHECK(refused(arguments, " --force") == Contains(": is read from"));
  }

  SmallStudy study;

 private:
  std::string before_;
};

}  // namespace

TEST_CASE("outputs: a file that a verb reads on the way is never its output, not by --force") {
  const Desk desk;
  const std::string results = desk.study.results(), cell = desk.study.cells()[0];
  SUBCASE("splits export: the data set") {
    desk.destroys_input(fmt::format("splits export '{}' {} --set dataset=small --out '{}'",
                                    desk.suite(), desk.data(), desk.path("small.h5")));
  }
  SUBCASE("splits export: the list of results") {
    const std::string command =
        fmt::format("splits export '{}' {} --out '{}/manifest.tsv'", results, desk.data(), results);
    for (const char* force : {"", " --force"}) {
      CHECK(desk.refused(command, force) == Contains("manifest.tsv: is read from"));
    }
  }
  SUBCASE("splits export: a list of a given split") {
    std::string rows;
    for (int row = 0; row < 20; ++row) rows += fmt::format("{}\n", row);
    const TemporaryFolder lists;
    write_file(lists / "q.txt", rows);
    std::string others;
    for (int row = 20; row < 600; ++row) others += fmt::format("{}\n", row);
    write_file(lists / "d.txt", others);
    const std::string command = fmt::format(
        "splits export '{0}' {1} --out '{2}' --set "
        "'split=foreign:queries={2},database={3},training={3},as=literature'",
        desk.suite(), desk.data(), lists / "q.txt", lists / "d.txt");
    desk.destroys_input(command);
    CHECK(read_file(lists / "q.txt") == rows);
  }
  SUBCASE("report: the data set") {
    desk.destroys_input(
        fmt::format("report '{}' {} --out '{}'", results, desk.data(), desk.path("small.h5")));
  }
  SUBCASE("report: a cell") {
    desk.destroys_input(fmt::format("report '{}' --out '{}'", results, cell));
  }
  SUBCASE("table: a cell") {
    desk.destroys_input(fmt::format("table '{}' --out '{}'", results, cell));
  }
  SUBCASE("import: a picture of the folder") {
    desk.destroys_input(
        fmt::format("import '{}' --out '{}'", desk.path("photos"), desk.path("photos/a/0.png")));
  }
}

TEST_CASE("outputs: a file of another kind is not replaced without --force") {
  const Desk desk;
  const std::string cell = desk.study.cells()[0];
  CHECK(desk.refused(fmt::format("make-data synthetic --samples 100 '{}'", cell)) ==
        Contains(cell + ": is there already and is no data set that hashlab wrote"));
  CHECK(desk.refused(fmt::format("train --data '{}' --hasher lsh+sbq --out '{}'",
                                 desk.path("small.h5"), cell)) ==
        Contains("is no model that hashlab wrote"));
  const TemporaryFolder folder;
  write_file(folder / "notes.html", "<p>mine</p>");
  const std::string report =
      fmt::format("report '{}' --out '{}'", desk.study.results(), folder / "notes.html");
  CHECK(desk.refused(report) == Contains("is no report that hashlab wrote"));
  CHECK(hashlab::testing::hashlab(report + " --force").status == 0);
  CHECK(hashlab::testing::hashlab(report).status == 0);  // an earlier report is replaced
}

TEST_CASE("outputs: an earlier output of the same kind is replaced") {
  const Desk desk;
  const TemporaryFolder folder;
  const std::string model = fmt::format("train --data '{}' --hasher lsh+sbq --bits 8 --out '{}'",
                                        desk.path("small.h5"), folder / "m.h5");
  const std::string codes = fmt::format("encode --model '{}' --data '{}' --out '{}'",
                                        folder / "m.h5", desk.path("small.h5"), folder / "c.h5");
  const std::string splits =
      fmt::format("splits export '{}' --out '{}' {}", desk.suite(), folder / "s.h5", desk.data());
  const std::string table =
      fmt::format("table '{}' --out '{}'", desk.study.results(), folder / "t");
  for (const std::string& command :
       {"make-data synthetic --samples 100 '" + folder / "d.h5'", model, codes, splits,
        table + ".txt", table + ".md", table + ".csv", table + ".tex", table + ".csv --long",
        table + ".csv --everything", table + "/"}) {
    CAPTURE(command);
    CHECK(hashlab::testing::hashlab(command).status == 0);
    CHECK(hashlab::testing::hashlab(command).status == 0);
  }
}

TEST_CASE("outputs: a run does not rewrite a suite or a list that it did not write") {
  const Desk desk;
  const TemporaryFolder folder;
  write_file(folder / "suite.ini", read_file(desk.suite()));
  const std::string suite = read_file(folder / "suite.ini");
  const auto run = [&](const std::string& options) {
    return hashlab::testing::hashlab(fmt::format("run '{0}' --out '{1}' {2} {3}",
                                                 folder / "suite.ini", folder.path(), desk.data(),
                                                 options));
  };
  CHECK(refusal(run("--set runs=1")) == Contains("suite.ini: is read from"));
  CHECK(read_file(folder / "suite.ini") == suite);
  CHECK_FALSE(fs::exists(folder / "cells"));

  fs::rename(folder / "suite.ini", desk.path("moved.ini"));
  write_file(folder / "manifest.tsv", "a\tlist\tof\tmine\n");
  const Outcome other = hashlab::testing::hashlab(
      fmt::format("run '{}' --out '{}' {}", desk.path("moved.ini"), folder.path(), desk.data()));
  CHECK(refusal(other) == Contains("manifest.tsv: is there already and is no list of results"));
  CHECK(read_file(folder / "manifest.tsv") == "a\tlist\tof\tmine\n");
}

TEST_CASE("outputs: a run of the suite.ini that an earlier one left changes nothing of it") {
  const Desk desk;
  const std::string results = desk.study.results();
  const std::string suite = read_file(results + "/suite.ini");
  const std::string again =
      fmt::format("run '{0}/suite.ini' --out '{0}' {1}", results, desk.data());
  CHECK(hashlab::testing::hashlab(again).status == 0);
  CHECK(read_file(results + "/suite.ini") == suite);
  CHECK(refusal(hashlab::testing::hashlab(again + " --set runs=2")) ==
        Contains("suite.ini: is read from, and would be replaced"));
  CHECK(read_file(results + "/suite.ini") == suite);
}

TEST_CASE("outputs: the folder of an output is made") {
  const Desk desk;
  const TemporaryFolder folder;
  const std::string csv = std::string(HASHLAB_SOURCE_DIR) + "/tests/data/plain.csv";
  CHECK(hashlab::testing::hashlab(
            fmt::format("import '{}' --out '{}'", csv, folder / "data/new/x.h5"))
            .status == 0);
  CHECK(fs::exists(folder / "data/new/x.h5"));
  CHECK(refusal(hashlab::testing::hashlab(
            fmt::format("import '{}' --out '{}'", csv, folder / "data/new/x.h5/y.h5"))) ==
        Contains("x.h5' is no folder"));
}

TEST_CASE("outputs: a source that cannot be read is bad input, status 2") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const Outcome outcome = hashlab::testing::hashlab(
      fmt::format("import '{}' --out '{}'", folder / "pipe", folder / "x.h5"));
  CHECK(outcome.status == 2);
  CHECK(refusal(outcome) ==
        folder / "pipe" +
            ": is a pipe to which nobody writes: start the program that does, or name a file");
  CHECK_FALSE(fs::exists(folder / "x.h5"));
}

}  // namespace hashlab::outputs_test
