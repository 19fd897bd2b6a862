#include "experiments/learn/context.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "results/record/record.h"
#include "tests/support/foreign_lists.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::foreign_program_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE(
    "foreign: the lists of a run have the results of that run, and its tables need no lists") {
  const SmallStudy study;
  REQUIRE(study.run("--set split=improved --set runs=1").status == 0);
  std::vector<CellRecord> expected;
  for (const std::string& path : study.cells()) expected.push_back(read_cell(path, true));
  const Dataset dataset = read_dataset(study / "small.h5");
  const Suite suite = read_suite(study / "tiny.ini", {});
  const PartLists lists(make_run_context({dataset, suite}, "improved", 1).split);
  fs::copy(lists.path(), study / "lists");
  fs::remove_all(study.results());
  const std::string options =
      fmt::format("--set split=foreign:lists={} --set runs=1", study / "lists");

  REQUIRE(study.run(options).status == 0);
  const std::vector<std::string> cells = study.cells();
  REQUIRE(cells.size() == expected.size());
  for (const std::string& path : cells) {
    const CellRecord record = read_cell(path, true);
    const auto same = std::find_if(expected.begin(), expected.end(),
                                   [&](const CellRecord& r) { return r.hasher == record.hasher; });
    CHECK(record.split_checksum == same->split_checksum);
    CHECK(record.metrics == same->metrics);
    CHECK(record.counts.all == same->counts.all);
    CHECK(record.recipe.find("test-queries") == std::string::npos);
    CHECK(record.recipe.find(study / "lists") == std::string::npos);
  }
  CHECK(study.run(options).error == Contains("0 to run"));
  // Sizes mean nothing to given lists.
  CHECK(study.run(options + " --set training=590 --set test-queries=500").error ==
        Contains("0 to run"));
  const std::string table = study.table().out;
  const auto rerun = [&] {
    return hashlab::testing::hashlab(fmt::format("rerun '{}' --data '{}'", cells[0], study / ""));
  };
  CHECK(rerun().out == Contains("rank counts are identical"));

  // Renamed, with the same rows in another form: the same cells.
  fs::rename(study / "lists", study / "moved");
  CHECK(study.table().out == table);
  CHECK(study.status() == Contains("3 done, 0 missing"));
  CHECK(hashlab::testing::refusal(rerun()) == Contains(study / "lists"));
  CHECK(
      study.run(fmt::format("--set split=foreign:lists={} --set runs=1", study / "moved")).error ==
      Contains("0 to run"));
  CHECK(study.cells() == cells);
  CHECK(study.table().out == Contains("foreign:lists=" + study / "moved"));

  // Other rows: other cells.
  fs::rename(study / "moved", study / "lists");
  std::string queries = read_file(study / "lists/queries.txt");
  write_file(study / "lists/queries.txt", queries.substr(queries.find('\n') + 1));
  CHECK(hashlab::testing::refusal(rerun()) ==
        Contains("computes another cell: it has 'split = foreign/1"));
  CHECK(study.run(options).error == Contains("3 to run"));
}

TEST_CASE("foreign: lists that do not fit are refused before any cell runs") {
  const SmallStudy study;
  const auto refused = [&](const std::string& spec) {
    const std::string message = hashlab::testing::refusal(study.run("--set 'split=" + spec + "'"));
    CHECK_FALSE(fs::exists(study.results()));
    return message;
  };
  CHECK(refused("foreign:lists=" + study / "none") == Contains("none: there is no such file"));
  write_file(study / "a.txt", "1\n2\n");
  write_file(study / "b.txt", "3\n4\n");
  const std::string spec = fmt::format("foreign:queries={},database={},training={}",
                                       study / "a.txt", study / "b.txt", study / "b.txt");
  CHECK(refused(spec) == Contains("2 of database in training"));
  CHECK(refused("foreign:queries=x#y") ==
        "--set: key 'split' names a path with a '#' or a space at an end");
  CHECK(hashlab::testing::refusal(study.run(
            fmt::format("--set 'split={},leaks=allow' --set 'grid=pca+npq: beta=0.5,1'", spec))) ==
        Contains("has no validation rows to choose settings of grids by"));
  CHECK(refused("foreign:querie=x") == Contains("did you mean 'queries'?"));
}

}  // namespace hashlab::foreign_program_test
