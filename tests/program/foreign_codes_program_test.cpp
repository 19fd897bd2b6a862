#include "experiments/learn/context.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "tests/support/foreign_lists.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::foreign_codes_program_test {

using namespace testing;

namespace {

/// A study with codes of every row of its data set beside it, learned from the rows of a list.
struct WithCodes {
  SmallStudy study;

  WithCodes() {
    const Dataset dataset = read_dataset(study / "small.h5");
    write_file(study / "deep.npy", npy_packed(random_codes({.bits = 8}, dataset.size(), 5), false));
  }
  Rows test_queries() const {
    const experiments::Suite suite = experiments::read_suite(study / "tiny.ini", {});
    const Dataset dataset = read_dataset(study / "small.h5");
    return experiments::make_run_context({dataset, suite}, "improved", 1).split.test_queries;
  }
  Outcome run(const std::string& training) const {
    return study.run(
        fmt::format("--set hasher=itq+sbq --set baseline=itq+sbq "
                    "--set 'hasher=codes:name=deep,file={},training={},bit-order=little'",
                    study / "deep.npy", training));
  }
};

}  // namespace

TEST_CASE("codes of other programs: stand in tables and comparisons beside hashers") {
  const WithCodes with;
  REQUIRE(with.run("split").status == 0);
  CHECK(with.study.table().out == Contains("\ncodes:deep "));
  const Outcome compared = hashlab::testing::hashlab(
      fmt::format("compare '{}' --by hasher --baseline codes:deep", with.study.results()));
  CHECK(compared.status == 0);
  CHECK(compared.out == Contains("itq+sbq"));
  CHECK(with.run("split").error == Contains("0 to run"));
}

TEST_CASE("codes of other programs: one file for several draws of training rows is told") {
  const WithCodes with;
  CHECK(with.run("split").error ==
        Contains("note: codes:deep: training=split says that its codes were learned from rows"));
  const std::string results = with.study.results();
  for (const std::string& asked : {fmt::format("audit '{}' --data '{}'", results, with.study / ""),
                                   "table '" + results + "'"}) {
    CHECK(hashlab::testing::hashlab(asked).out ==
          Contains("codes:deep: training=split says that its codes were learned from rows"));
  }
  const Outcome audited =
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", results, with.study / ""));
  CHECK(audited.out == Contains("no leak found, but 1 statement on training cannot be true"));
  CHECK(audited.status == 1);
  CHECK(WithCodes().run("nothing").error.find("codes:deep: training") == std::string::npos);
}

TEST_CASE(
    "codes of other programs: a file for each run is enough for splits of the same training") {
  const WithCodes with;
  for (const char* run : {"1", "2"}) {
    write_file(with.study / (std::string("deep-") + run + ".npy"),
               read_file(with.study / "deep.npy"));
  }
  const auto run_with = [&](const std::string& training) {
    return with.study.run(fmt::format(
        "--set runs=2 --set split=literature --set split=improved --set baseline=itq+sbq "
        "--set hasher=itq+sbq "
        "--set 'hasher=codes:name=deep,file={}/deep-{{run}}.npy,training={},"
        "bit-order=little'",
        std::string(with.study / "."), training));
  };
  CHECK(run_with("split").error.find("codes:deep: training") == std::string::npos);
  CHECK(run_with("learnable").error == Contains("drawn 4 times"));
}

TEST_CASE("codes of other programs: values that are no signs are told before anything runs") {
  const WithCodes with;
  const std::size_t n = read_dataset(with.study / "small.h5").size();
  write_file(with.study / "sigmoid.npy",
             npy<float>("<f4", fmt::format("({}, 8)", n), std::vector<float>(8 * n, .3F)));
  const std::string line = "--set 'hasher=codes:name=deep,file=" + (with.study / "sigmoid.npy");
  CHECK(with.study.run(line + ",training=nothing'").error ==
        Contains("as the outputs of a sigmoid"));
  CHECK(with.study.run(line + ",training=nothing,threshold=0.2'").error ==
        Contains("all values are above the cut 0.2"));
}

TEST_CASE("codes of other programs: audit finds queries that they were learned from") {
  const WithCodes with;
  write_file(with.study / "rows.txt", text_of_rows(with.test_queries()));
  REQUIRE(with.run(with.study / "rows.txt").status == 0);
  const Outcome audit = hashlab::testing::hashlab(
      fmt::format("audit '{}' --data '{}'", with.study.results(), with.study / ""));
  CHECK(audit.status == 1);
  CHECK(audit.out == Contains("codes-fitted-on-queries"));
}

TEST_CASE("codes of other programs: a cell cannot be repeated without the file, and says so") {
  const WithCodes with;
  REQUIRE(with.run("nothing").status == 0);
  for (const std::string& path : with.study.cells()) {
    if (path.find("codes_deep") == path.npos) continue;
    CHECK(refusal(hashlab::testing::hashlab(
              fmt::format("rerun '{}' --data '{}'", path, with.study / ""))) ==
          Contains("another program computed its codes"));
  }
}

}  // namespace hashlab::foreign_codes_program_test
