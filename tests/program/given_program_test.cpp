#include "experiments/suite/results_folder.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "results/record/record.h"
#include "tests/support/code_files.h"
#include "tests/support/marked_rows.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::given_program_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A data set file that comes with a split.
void write_marked(const std::string& path, const Dataset& dataset, const RowMarks& marks) {
  H5File file = H5File::create("marked");
  file.write("/features", dataset.features.memptr(), {dataset.size(), dataset.dimensions()});
  file.write("/labels", dataset.labels.single.data(), {dataset.size()});
  if (!marks.empty()) {
    file.write("/split", reinterpret_cast<const std::uint8_t*>(marks.data()), {marks.size()});
  }
  write_file(path, file.image());
}

}  // namespace

TEST_CASE(
    "given: files for training and test become a data set whose split runs and audits clean") {
  const SmallStudy study;
  const Dataset dataset = small_dataset(600, 16);
  const auto write_part = [&](const std::string& name, std::size_t first, std::size_t count) {
    const float* begin = dataset.features.colptr(first);
    write_file(study / (name + ".npy"), npy("<f4", fmt::format("({}, 16)", count),
                                            std::vector<float>(begin, begin + 16 * count)));
  };
  write_part("train", 0, 550);
  write_part("test", 550, 50);
  write_file(study / "labels.txt", fmt::format("{}\n", fmt::join(dataset.labels.single, "\n")));
  const Outcome imported = hashlab::testing::hashlab(
      fmt::format("import 'train={0}train.npy' 'test={0}test.npy' --labels '{0}labels.txt' --out "
                  "'{0}given.h5'",
                  study / ""));
  CAPTURE(imported.error);
  REQUIRE(imported.status == 0);
  CHECK(hashlab::testing::hashlab("inspect '" + study / "given.h5" + "'").out ==
        Contains("split: 50 queries, 550 database\n"));

  const std::string options = "--set dataset=given --set split=given --set split=given:as=improved";
  const Outcome run = study.run(options);
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  CHECK(study.cells().size() == 12);
  for (const std::string& path : study.cells()) {
    const CellRecord record = read_cell(path, false);
    CHECK(record.facts.at("test-queries") == 50);
    CHECK(record.recipe.find("test-queries") == std::string::npos);
  }
  const auto program = [&](const std::string& verb, const std::string& more) {
    return hashlab::testing::hashlab(fmt::format("{} --data '{}' {}", verb, study / "", more));
  };
  // What has no effect makes no other cells.
  CHECK(study.run(options + " --set test-queries=49").error == Contains("0 to run"));
  const Outcome audited = program("audit '" + study.results() + "'", "");
  CAPTURE(audited.out);
  CHECK(audited.status == 0);
  CHECK(audited.out == Contains("12 cells, 4 splits: clean"));
  CHECK(program("audit '" + study / "tiny.ini" + "'", options).status == 0);
  CHECK(program("plan '" + study / "tiny.ini" + "'", options + " --out '" + study.results() + "'")
            .out == Contains("0 to run, 12 done"));
  CHECK(program("rerun '" + study.cells()[0] + "'", "").out ==
        Contains("rank counts are identical"));
  const std::string exported = study / "splits.h5";
  REQUIRE(program("splits export '" + study.results() + "'", "--out '" + exported + "'").status ==
          0);
  CHECK(program("splits verify '" + exported + "'", "").out == Contains("4 splits, 0 deviations"));
  CHECK(program("splits verify '" + study.results() + "'", "").out ==
        Contains("12 cells, 4 splits, 0 deviations"));
  CHECK(study.table().out == Contains("given:as=improved"));
  // Statistics go by the queries there are, not by the 40 that the suite would draw.
  CHECK(read_manifest({study.results()}).suite.sizes.test_queries == 50);
  CHECK(read_manifest({study.results()}).suite.sizes.training == 100);
  CHECK(hashlab::testing::hashlab("compare '" + study.results() + "' --by hasher").status == 0);
  CHECK(hashlab::testing::hashlab("report '" + study.results() + "' --data '" + study / "" +
                                  "' --out '" + study / "page.html" + "'")
            .status == 0);
}

TEST_CASE("given: other marks are other cells, and marks that are wrong stop before any") {
  const SmallStudy study;
  const Dataset dataset = small_dataset(600, 16);
  RowMarks marks = marks_with(RowMark::training, 600);
  const std::string options = "--set split=given --set runs=1";
  write_marked(study / "small.h5", dataset, marks);
  REQUIRE(study.run(options).status == 0);
  CHECK(study.run(options + " --set training=9").error == Contains("0 to run"));  // they are marked
  CHECK(hashlab::testing::hashlab("inspect '" + study / "small.h5" + "'").out ==
        Contains("split: 60 queries, 420 database, 120 published training alone\n"));
  const std::string cell = study.cells()[0];
  marks[1] = RowMark::database;
  write_marked(study / "small.h5", dataset, marks);
  const auto rerun = [&] {
    return hashlab::testing::hashlab(fmt::format("rerun '{}' --data '{}'", cell, study / ""));
  };
  CHECK(refusal(rerun()) == Contains("computes another cell: it has 'split = given/1"));
  CHECK(study.run(options).error == Contains("3 to run"));
  const Outcome audited =
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", study.results(), study / ""));
  CHECK(audited.status == 0);
  // The training set is marked: with a strategy that draws one, the manifest has the suite's size.
  CHECK(read_manifest({study.results()}).suite.sizes.training == 119);
  REQUIRE(study.run(options + " --set split=given:training=drawn").status == 0);
  CHECK(read_manifest({study.results()}).suite.sizes.training == 100);
  CHECK(hashlab::testing::hashlab(
            fmt::format("splits verify '{}' --data '{}'", study.results(), study / ""))
            .out == Contains("2 splits, 0 deviations"));

  fs::remove_all(study.results());
  const auto refused_run = [&](const std::string& more) {
    const std::string message = refusal(study.run(options + more));
    CHECK_FALSE(fs::exists(study.results()));
    return message;
  };
  CHECK(refused_run(" --set 'split=given:training=all' --set 'grid=pca+npq: beta=0.5,1'") ==
        Contains("no validation rows to choose settings of grids by"));
  CHECK(refused_run(" --set folds=2") == Contains("'folds' does not apply to it"));
  marks[0] = static_cast<RowMark>(7);
  write_marked(study / "small.h5", dataset, marks);
  CHECK(refused_run("") == Contains("small.h5: '/split' row 0 is 7, expected 0 (database)"));
  write_marked(study / "small.h5", dataset, {});
  CHECK(refused_run("") ==
        study / "small.h5" +
            ": has no '/split', which split = given uses: import the data set by train=FILE "
            "test=FILE, or name another strategy");
}

TEST_CASE("given: grids choose by validation rows of the database") {
  const SmallStudy study;
  write_marked(study / "small.h5", small_dataset(600, 16), marks_with(RowMark::training, 600));
  const Outcome run = study.run(
      "--set split=given --set split=given:as=improved --set runs=1 --set hasher=lsh+sbq "
      "--set 'grid=pca+npq: beta=0.5,1'");
  CAPTURE(run.error);
  CHECK(run.status == 0);
  CHECK(
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", study.results(), study / ""))
          .status == 0);
}

}  // namespace hashlab::given_program_test
