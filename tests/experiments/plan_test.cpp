#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "results/record/record.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace hashlab::plan_test {

using namespace experiments;
using namespace results;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};

Suite suite(const std::vector<std::string>& overrides = {}) {
  return parse_suite(
      "name = s\ndataset = d\nhasher = lsh+sbq\nhasher = itq+npq\nbits = 16 32\n"
      "runs = 2\n",
      "test", overrides);
}

std::vector<std::string> keys_of(const std::vector<Cell>& cells) {
  std::vector<std::string> keys;
  for (const Cell& cell : cells) keys.push_back(cell.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::string> sorted_keys(const std::vector<std::string>& overrides) {
  return keys_of(plan_cells(suite(overrides), facts));
}

bool disjoint(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.empty();
}

CellRecord record_of(const Cell& cell) {
  CellRecord r;
  r.key = cell.key;
  r.recipe = cell.recipe;
  r.dataset = "d";
  r.split = cell.split;
  r.hasher = cell.method.name();
  r.groundtruth = "epsilon";
  r.bits = cell.bits;
  r.run = cell.run;
  r.counts = {1, CodeDistances{2}, {1, 1}, {1, 0}};
  return r;
}

}  // namespace

TEST_CASE("plan: every combination is a cell, runs outermost, bits innermost") {
  const std::vector<Cell> cells = plan_cells(suite(), facts);
  REQUIRE(cells.size() == 2 * 2 * 2 * 2);
  std::vector<std::string> names;
  for (const Cell& cell : cells) {
    names.push_back(std::to_string(cell.run) + " " + cell.split + " " + cell.method.name() + " " +
                    std::to_string(cell.bits.value()));
  }
  CHECK(std::vector(names.begin(), names.begin() + 5) ==
        std::vector<std::string>{"1 literature lsh+sbq 16", "1 literature lsh+sbq 32",
                                 "1 literature itq+npq 16", "1 literature itq+npq 32",
                                 "1 improved lsh+sbq 16"});
  CHECK(names.back() == "2 improved itq+npq 32");
}

TEST_CASE("plan: keys are the checksums of recipes, files are named by both, none twice") {
  std::set<std::string> keys, files;
  for (const Cell& cell : plan_cells(suite({"hasher=itq+npq:beta=0.5", "hasher=itq+npq"}), facts)) {
    CHECK(cell.key == sha256(cell.recipe));
    CHECK(cell.file.ends_with("-" + cell.key.substr(0, 12) + ".h5"));
    CHECK(cell.file.find_first_of(":=,/ ") == std::string::npos);
    CHECK(cell.file.size() <= 140);
    CHECK(keys.insert(cell.key).second);
    CHECK(files.insert(cell.file).second);
  }
  CHECK(keys.size() == 16);
}

TEST_CASE("plan: a recipe says everything that changes the numbers") {
  const Cell cell = plan_cells(suite(), facts).front();
  CHECK(cell.recipe ==
        "cell-format = 1\ndataset-checksum = " + facts.checksum +
            "\ngroundtruth = epsilon:neighbours=50,samples=100,reference=database,"
            "boundary=inclusive,self=excluded\nsplit = literature/1\ntest-queries = 1000\n"
            "validation-queries = 1000\nvalidation-database = 10000\ntraining = 2000\nseed = 1\n"
            "run = 1\nprojection = lsh/1\nquantiser = sbq/1\nbits = 16\n");
}

TEST_CASE("plan: the keys of cells of early suites are those of now") {
  // As commit 2be469d computed them, before suites had folds and duplicates.
  const std::vector<Cell> cells = plan_cells(suite(), facts);
  CHECK(cells.front().key.substr(0, 16) == "225b62aded9f3eee");
  CHECK(cells[4].key.substr(0, 16) == "f42131b0701c3775");
}

TEST_CASE("plan: folds, duplicates and a strategy's settings are lines of their own") {
  const Cell cell =
      plan_cells(suite({"folds=5", "duplicates=exclude", "split=class-disjoint:test-classes=0.5"}),
                 facts)
          .front();
  CHECK(cell.recipe.find("split = class-disjoint/1 test-classes=0.5\n") != std::string::npos);
  CHECK(cell.recipe.find("run = 1\nfolds = 5\nduplicates = exclude\n") != std::string::npos);
}

TEST_CASE("plan: every setting that changes the numbers changes every key") {
  const std::vector<std::string> plain = sorted_keys({});
  for (const char* setting :
       {"seed=2", "test-queries=999", "validation-queries=999", "validation-database=9999",
        "training=1999", "groundtruth=class", "groundtruth=epsilon:neighbours=49",
        "groundtruth=epsilon:samples=99", "groundtruth=epsilon:reference=training",
        "groundtruth=epsilon:boundary=strict", "groundtruth=epsilon:self=counted", "bits=8 24",
        "folds=2", "duplicates=exclude"}) {
    CAPTURE(setting);
    CHECK(disjoint(plain, sorted_keys({setting})));
  }
  CHECK(disjoint(plain, sorted_keys({"hasher=lsh+dbq", "hasher=itq+npq:gap=0.5"})));
  DatasetFacts other = facts;
  other.checksum[0] = 'b';
  CHECK(disjoint(plain, keys_of(plan_cells(suite(), other))));
}

TEST_CASE("plan: what changes no number changes no key") {
  const std::vector<std::string> plain = sorted_keys({});
  for (const char* setting : {"name=other", "dataset=moved", "view=image", "metric=map-best",
                              "baseline=+sbq", "duplicates=keep"}) {
    CAPTURE(setting);
    CHECK(sorted_keys({setting}) == plain);
  }
  CHECK(sorted_keys({"hasher=itq+npq:thresholds=3", "hasher=lsh+sbq"}) == plain);
  CHECK(sorted_keys({"split=improved", "split=literature"}) == plain);
  CHECK(sorted_keys({"bits=32 16"}) == plain);
  DatasetFacts renamed = facts;
  renamed.name = "other";
  CHECK(keys_of(plan_cells(suite(), renamed)) == plain);
}

TEST_CASE("plan: more runs, methods or bits keep the cells that were") {
  const std::vector<std::string> plain = sorted_keys({});
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"runs=3"}, {"bits=16 32 64"}, {"hasher=lsh+sbq", "hasher=itq+npq", "hasher=sh+sbq"}}) {
    const std::vector<std::string> keys = sorted_keys(more);
    CHECK(keys.size() > plain.size());
    CHECK(std::includes(keys.begin(), keys.end(), plain.begin(), plain.end()));
  }
}

TEST_CASE("plan: settings without effect are refused, in hashers and in grids") {
  CHECK(error_of([] { plan_cells(suite({"hasher=lsh+npq:population=30"}), facts); }) ==
        "hasher 'lsh+npq:population=30': option 'population' is not used with solver=exact: leave "
        "it out, or change the other");
  CHECK(error_of([] { plan_cells(suite({"grid=lsh+npq: population=10,30"}), facts); }) ==
        "grid 'lsh+npq: population=10,30': option 'population' has no effect with any of its "
        "settings: leave it out, or change the others");
  CHECK_NOTHROW(
      plan_cells(suite({"grid=lsh+npq: solver=exact,evolution; population=10,30"}), facts));
}

TEST_CASE("plan: the recipe of a grid holds what any of its settings uses or is built on") {
  const auto recipe = [](const std::string& grid) {
    for (const Cell& cell : plan_cells(suite({"grid=" + grid}), facts)) {
      if (cell.recipe.find("\ngrid = ") != std::string::npos) return cell.recipe;
    }
    return std::string();
  };
  CHECK(recipe("lsh+npq: solver=exact,evolution").find("gap=0.0001 placements=100 population=15") !=
        std::string::npos);
  CHECK(recipe("lsh+npq: beta=1,2").find("population") == std::string::npos);
  CHECK(recipe("grh+sbq: start=lsh,pca").find(" on lsh/1 on pca/1\n") != std::string::npos);
}

TEST_CASE("plan: more bits than a projection has dimensions are refused with a remedy") {
  CHECK(error_of([] {
          plan_cells(suite({"hasher=pca+sbq", "bits=16 129"}), facts);
        }) ==
        "bits = 129: 'pca+sbq' needs 129 hash dimensions, but pca finds at most 128 with 128 "
        "features and training = 2000: use fewer bits or another projection");
  CHECK(error_of([] {
          plan_cells(suite({"hasher=itq+dbq", "bits=64", "training=20"}), facts);
        }) ==
        "bits = 64: 'itq+dbq' needs 32 hash dimensions, but itq finds at most 19 with 128 features "
        "and training = 20: use fewer bits or another projection");
  CHECK_NOTHROW(plan_cells(suite({"hasher=pca+npq", "bits=256"}), facts));
  CHECK_NOTHROW(plan_cells(suite({"hasher=lsh+sbq", "bits=1024"}), facts));
}

TEST_CASE("plan: fewer bits than one dimension costs are refused") {
  CHECK(error_of([] {
          plan_cells(suite({"hasher=lsh+npq:thresholds=7", "bits=2"}), facts);
        }) ==
        "bits = 2: 'lsh+npq:thresholds=7' spends 3 bits on each dimension, so it needs at least 3 "
        "bits");
}

TEST_CASE("plan: parts that leave nothing to rank are refused") {
  DatasetFacts small = facts;
  small.size = 14000;
  CHECK(error_of([&] { plan_cells(suite(), small); })
            .ends_with("= 14000 leaves nothing to rank of 14000 rows: set validation-database = "
                       "1400"));
}

TEST_CASE("plan: sizes that no key names are fitted to a small data set") {
  DatasetFacts small = facts;
  small.size = 6000;
  const splits::SplitSizes fitted = fitted_to(suite(), small).sizes;
  CHECK(splits::changed_sizes(suite().sizes, fitted) ==
        "test-queries = 600, training = 1200, validation-queries = 600, validation-database = "
        "600");
  CHECK(error_of([&] { plan_cells(fitted_to(suite(), small), small); }) == "no error");
}

TEST_CASE("plan: sizes that a key names stay as they are, whether they fit or not") {
  DatasetFacts small = facts;
  small.size = 6000;
  const Suite large = fitted_to(suite({"training=4000"}), small);
  CHECK(large.sizes.training == 4000);
  CHECK(large.sizes.validation_database == 600);
  CHECK(error_of([&] {
          plan_cells(fitted_to(suite({"training=5000"}), small), small);
        }).ends_with("leaves nothing to rank of 6000 rows: set training = 1200"));
}

TEST_CASE("plan: the default sizes stay wherever they fit") {
  DatasetFacts just = facts;
  just.size = 14001;
  CHECK(splits::changed_sizes(suite().sizes, fitted_to(suite(), just).sizes) == "");
}

TEST_CASE("plan: cells are missing, done, failed or damaged, with the reason") {
  const TemporaryFolder folder;
  const std::vector<Cell> cells = plan_cells(suite({"hasher=lsh+sbq", "split=improved"}), facts);
  REQUIRE(cells.size() == 4);
  const auto path = [&](std::size_t i) { return folder / cells[i].file; };
  for (const Step& step : check_cells(cells, folder.path())) {
    CHECK(step.state == Step::State::missing);
    CHECK(step.reason == "missing");
  }
  write_cell(path(0), record_of(cells[0]));
  CellRecord failed = record_of(cells[1]);
  failed.failure = "no memory";
  write_cell(path(1), failed);
  std::filesystem::copy_file(path(0), path(2));
  write_file(path(3), read_file(path(0)).substr(0, 1000));
  const std::vector<Step> steps = check_cells(cells, folder.path());
  CHECK(steps[0].state == Step::State::done);
  CHECK(steps[0].reason == "done");
  CHECK(steps[1].state == Step::State::failed);
  CHECK(steps[1].reason == "failed before: no memory");
  CHECK(steps[2].state == Step::State::damaged);
  CHECK(steps[2].reason == "damaged: the file holds another cell");
  CHECK(steps[3].state == Step::State::damaged);
  CHECK(steps[3].reason ==
        "damaged: " + path(3) + ": is truncated or damaged: its checksum does not fit");
  for (std::size_t i = 0; i < 4; ++i) CHECK(steps[i].cell.key == cells[i].key);
}

TEST_CASE("plan: a folder in the place of a cell is damaged, an absent folder has none") {
  const TemporaryFolder folder;
  const std::vector<Cell> cells = plan_cells(suite(), facts);
  std::filesystem::create_directory(folder / cells[0].file);
  CHECK(check_cells(cells, folder.path())[0].state == Step::State::damaged);
  CHECK(check_cells(cells, folder / "none")[0].state == Step::State::missing);
}

TEST_CASE("plan: the manifest of a run is read as it was written") {
  const TemporaryFolder folder;
  const ResultsFolder results{folder / "results"};
  const Suite written = suite({"baseline=+sbq"});
  const std::vector<Cell> cells = plan_cells(written, facts);
  write_manifest(results, written, facts, cells);
  const Manifest manifest = read_manifest(results);
  CHECK(suite_text(manifest.suite) == suite_text(written));
  CHECK(manifest.dataset.checksum == facts.checksum);
  CHECK(manifest.dataset.size == facts.size);
  REQUIRE(manifest.cells.size() == cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CHECK(manifest.cells[i].key == cells[i].key);
    CHECK(manifest.cells[i].file == cells[i].file);
  }
}

}  // namespace hashlab::plan_test
