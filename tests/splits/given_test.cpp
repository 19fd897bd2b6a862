#include "experiments/run/context.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "results/record/record.h"
#include "splits/draw.h"
#include "splits/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t n = 300;
const SplitSizes sizes = {
    .test_queries = 7, .validation_queries = 12, .validation_database = 30, .training = 40};

/// Every tenth row is a query; of the others every fifth has `training`, the rest are database.
RowMarks marks_with(RowMark training, std::size_t count = n) {
  RowMarks marks(count, RowMark::database);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 10 == 0) {
      marks[i] = RowMark::query;
    } else if (i % 5 == 1) {
      marks[i] = training;
    }
  }
  return marks;
}

const RowMarks& plain() {
  static const RowMarks marks = marks_with(RowMark::database);
  return marks;
}

SplitRequest request(const RowMarks& marks, std::size_t run = 1) {
  SplitRequest r{"checksum", marks.size(), nullptr, sizes, 7, run};
  r.marks = &marks;
  return r;
}

Rows rows_of(const RowMarks& marks, const std::vector<RowMark>& wanted) {
  Rows rows;
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (std::find(wanted.begin(), wanted.end(), marks[i]) != wanted.end()) rows.push_back(i);
  }
  return rows;
}

Rows shared(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

Rows without(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

std::string refused(const std::string& settings, const SplitRequest& r) {
  return error_of([&] { make_split("given" + settings).make(r); });
}

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

TEST_CASE("given: queries and database are exactly the rows marked so, in every run and setting") {
  for (const RowMark training :
       {RowMark::database, RowMark::training_database, RowMark::training}) {
    const RowMarks marks = marks_with(training);
    const Rows queries = rows_of(marks, {RowMark::query});
    const Rows database = rows_of(marks, {RowMark::database, RowMark::training_database});
    for (const char* from : {"auto", "drawn", "all"}) {
      CAPTURE(from);
      const NamedSplit given = make_split(fmt::format("given:training={}", from));
      for (std::size_t run = 1; run <= 3; ++run) {
        const Split s = given.make(request(marks, run));
        CHECK(s.test_queries == queries);
        CHECK(s.test_database == database);
        CHECK(shared(s.learnable, s.test_queries).empty());
        CHECK(without(database, s.learnable).empty());
        CHECK(without(s.learnable, merge({database, without(s.training, database)})).empty());
        for (const Rows* part : {&s.training, &s.validation_queries, &s.validation_database}) {
          CHECK(shared(*part, s.learnable) == *part);
        }
        CHECK(split_checksum(given.make(request(marks, run))) == split_checksum(s));
      }
    }
  }
  CHECK(make_split("given").strategy->info().ranked == RankedRows::any);
  CHECK(make_split("given").strategy->info().needs_marks);
  CHECK(make_split("given:as=improved").strategy->info().ranked == RankedRows::held_out);
}

TEST_CASE("given: training rows are drawn by the streams of other strategies, from the database") {
  for (const char* as : {"literature", "improved"}) {
    const SplitRequest r = request(plain(), 3);
    const Split s = make_split(fmt::format("given:as={}", as)).make(r);
    Pool pool = Pool(n, {}).within(rows_of(plain(), {RowMark::database}));
    CHECK(s.training == pool.uniform(40, split_stream(r, "training")));
    CHECK(s.validation_queries == pool.uniform(12, split_stream(r, "validation-queries")));
    CHECK(s.validation_database == pool.uniform(30, split_stream(r, "validation-database")));
    CHECK(make_split(fmt::format("given:as={}", as)).make(request(plain(), 4)).training !=
          s.training);
  }
}

TEST_CASE("given: marked rows are the training set, in the database or not") {
  const RowMarks both = marks_with(RowMark::training_database);
  const RowMarks alone = marks_with(RowMark::training);
  for (const char* from : {"auto", "marked"}) {
    const NamedSplit given = make_split(fmt::format("given:training={}", from));
    const Split s = given.make(request(both));
    CHECK(s.training == rows_of(both, {RowMark::training_database}));
    CHECK(shared(s.training, s.test_database) == s.training);
    CHECK(shared(s.validation_queries, s.training).empty());
    CHECK(shared(s.validation_database, s.training).empty());
    CHECK(given.make(request(both, 2)).training == s.training);
    const Split t = given.make(request(alone));
    CHECK(t.training == rows_of(alone, {RowMark::training}));
    CHECK(shared(t.training, t.test_database).empty());
    CHECK(t.learnable == merge({t.training, t.test_database}));
  }
  // Rows of a published training set that nobody uses take no part.
  const Split drawn = make_split("given:training=drawn").make(request(alone));
  CHECK(shared(drawn.learnable, rows_of(alone, {RowMark::training})).empty());
  const Split all = make_split("given:training=all").make(request(alone));
  CHECK(all.training == all.test_database);
  CHECK(all.validation_queries.empty());
  CHECK(all.validation_database.empty());
}

TEST_CASE("given: as improved, nothing that is ranked is learned from") {
  const RowMarks alone = marks_with(RowMark::training);
  for (const RowMarks* marks : {&plain(), &alone}) {
    const Split s = make_split("given:as=improved").make(request(*marks));
    CHECK(s.test_queries == rows_of(*marks, {RowMark::query}));
    CHECK(shared(s.learnable, s.test_database).empty());
    CHECK(s.learnable == merge({s.training, s.validation_queries, s.validation_database}));
    CHECK(merge({s.test_queries, s.test_database, s.learnable}).size() == n);
  }
  const Split s = make_split("given:as=improved").make(request(alone));
  CHECK(s.training == rows_of(alone, {RowMark::training}));
  CHECK(s.test_database == without(rows_of(alone, {RowMark::database}), s.learnable));
  SplitRequest none = request(alone);
  none.sizes.validation_queries = none.sizes.validation_database = 0;
  CHECK(make_split("given:as=improved").make(none).test_database ==
        rows_of(alone, {RowMark::database}));
}

TEST_CASE("given: classes are drawn evenly if they are the ground truth") {
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) labels.single.push_back(i % 3 == 0 ? 1 : 0);
  SplitRequest r = request(plain());
  r.balance = &labels;
  std::size_t ones = 0;
  for (const std::uint32_t row : make_split("given").make(r).training) {
    ones += static_cast<std::size_t>(labels.single[row]);
  }
  CHECK(ones == 20);
}

TEST_CASE("given: rows that are excluded are in no part") {
  SplitRequest r = request(plain());
  r.excluded = {0, 1, 2, 299};
  const Split s = make_split("given").make(r);
  CHECK(s.test_queries.size() == 29);
  CHECK(s.test_database.size() == 267);
  CHECK(shared(s.learnable, r.excluded).empty());
  r.excluded = rows_of(plain(), {RowMark::query});
  CHECK(refused("", r) ==
        "split 'given': every query equals an earlier row, and duplicates = exclude");
  r.excluded = rows_of(plain(), {RowMark::database});
  CHECK(refused("", r) ==
        "split 'given': every row of the database equals an earlier row, and duplicates = exclude");
}

TEST_CASE("given: what does not fit is refused with a remedy") {
  const RowMarks both = marks_with(RowMark::training_database);
  SplitRequest bare = request(plain());
  bare.marks = nullptr;
  CHECK(refused("", bare) == "split 'given' needs '/split', which the data set lacks");
  CHECK(error_of([] { make_split("given").recipe(n); }) ==
        "split 'given' needs '/split', which the data set lacks");
  SplitRequest shorter = request(plain());
  --shorter.n;
  CHECK(refused("", shorter) ==
        "split 'given': '/split' marks 300 rows, the data set has 299: expected one mark a row");
  SplitRequest folds = request(plain());
  folds.folds = 3;
  CHECK(refused("", folds) ==
        "split 'given' has the queries that the data set marks: 'folds' does not apply to it");
  CHECK(refused(":training=marked", request(plain())) ==
        "split 'given': training=marked, but '/split' marks no training row by 2 or 3: use "
        "training=drawn or training=all");
  CHECK(refused(":training=all,as=improved", request(plain())) ==
        "split 'given': training=all and as=improved exclude each other: nothing would be left to "
        "rank that is not learned from; use as=literature, or training=drawn");
  for (const char* training : {"auto", "marked", "drawn"}) {
    CHECK(refused(fmt::format(":as=improved,training={}", training), request(both)) ==
          "split 'given': as=improved ranks nothing that is learned from, but '/split' marks 60 "
          "rows as both by 2: use as=literature, or mark them 3 (training alone)");
  }
  SplitRequest large = request(plain());
  large.sizes.training = 271;
  CHECK(refused("", large) ==
        "split 'given': option 'training' = 271 does not fit: only 270 rows are left of the "
        "database");
  large.sizes.training = 0;
  CHECK(refused("", large) == "split 'given': option 'training' = 0, must be >= 1");
  large.sizes = {
      .test_queries = 9999, .validation_queries = 30, .validation_database = 200, .training = 40};
  CHECK(refused("", large) == "no error");  // all of it is ranked all the same
  CHECK(refused(":as=improved", large) ==
        "split 'given': as=improved: what is drawn for training and validation leaves nothing to "
        "rank of the 270 rows of the database: lower 'validation-database' = 200, or use "
        "as=literature");
  RowMarks no_queries(n, RowMark::database);
  CHECK(refused("", request(no_queries)) ==
        "split 'given': '/split' marks no query: mark some, or use another strategy");
  CHECK(error_of([] { make_split("given:training=some"); }) ==
        "split 'given:training=some': option 'training' = 'some', must be auto | marked | drawn | "
        "all");
}

TEST_CASE("given: a recipe has the marks' checksum and the sizes that have an effect") {
  const auto recipe_of = [](const std::string& split, const RowMarks& marks) {
    const DatasetFacts facts{"d", std::string(64, 'a'), marks.size(), 16, marks};
    const Suite suite = parse_suite(
        "name = s\ndataset = d\nhasher = lsh+sbq\ntraining = 40\n"
        "validation-queries = 5\nvalidation-database = 6\nsplit = " +
            split,
        "test", {});
    return split_recipe(suite, facts, split, 1);
  };
  const RowMarks both = marks_with(RowMark::training_database);
  const std::string drawn = recipe_of("given", plain());
  CHECK(drawn == Contains("split = given/1 training=auto as=literature rows="));
  CHECK(drawn == Contains("\nvalidation-queries = 5\nvalidation-database = 6\ntraining = 40\n"));
  CHECK_FALSE(drawn == Contains("test-queries"));
  const std::string marked = recipe_of("given", both);
  CHECK_FALSE(marked == Contains("\ntraining = "));
  CHECK(marked == Contains("\nvalidation-queries = 5\n"));
  CHECK(recipe_of("given:training=drawn", both) == Contains("\ntraining = 40\n"));
  const std::string all = recipe_of("given:training=all", both);
  CHECK_FALSE(all == Contains("\ntraining = "));
  CHECK_FALSE(all == Contains("validation"));
  RowMarks other = plain();
  other[1] = RowMark::query;
  CHECK(recipe_of("given", other) != drawn);
}

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
