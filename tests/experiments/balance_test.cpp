#include "experiments/suite/balance.h"

#include "experiments/suite/data_folder.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "lib/files/sealed_text.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::balance_test {

using namespace experiments;
using namespace testing;

namespace {

/// Balanced draws of 40 + 100 + 20 rows.
Suite suite(const std::string& more = "", const std::vector<std::string>& changes = {}) {
  return parse_suite(
      "name = s\ndataset = d\nhasher = lsh+sbq\nsplit = improved\ngroundtruth = class\n"
      "test-queries = 40\nvalidation-queries = 20\nvalidation-database = 30\ntraining = 100\n" +
          more,
      "t", changes);
}

/// 600 rows of 4 classes, of which the last has `rare` rows.
Dataset dataset(std::size_t rare) {
  Dataset made = small_dataset(600, 16);
  made.labels = {};
  for (std::size_t i = 0; i < 600; ++i) {
    made.labels.single.push_back(i < rare ? 3 : static_cast<std::int32_t>(i % 3));
  }
  return made;
}

std::string recipe(const Suite& s, const Dataset& d) {
  return plan_cells(s, facts_of(d)).front().recipe;
}

}  // namespace

TEST_CASE("balance: draws can take as many rows as the smallest class allows, times the classes") {
  CHECK(evenly_drawable_rows(dataset(41).labels) == 4 * 41);
  CHECK(evenly_drawable_rows(dataset(150).labels) == 4 * 150);
  CHECK(evenly_drawable_rows({}) == 0);
  Labels several;
  several.multi.ones(3, 600);
  CHECK(evenly_drawable_rows(several) == 0);
}

TEST_CASE("balance: left open, parts are balanced where that leaves rows of every class") {
  const Dataset fits = dataset(41), uses_up = dataset(40);
  const Suite open = suite(), by_class = suite("balance = class\n"),
              none = suite("balance = none\n");
  CHECK(recipe(open, fits) == recipe(by_class, fits));
  CHECK(recipe(open, fits) != Contains("balance"));
  CHECK(recipe(open, uses_up) == recipe(none, uses_up));
  CHECK(recipe(open, uses_up) == Contains("\nbalance = none\n"));
  for (const Dataset* data : {&fits, &uses_up}) {
    const splits::Split drawn = draw_split(Study(*data, open), "improved", 1);
    const Suite& meant = data == &fits ? by_class : none;
    CHECK(splits::split_checksum(drawn) ==
          splits::split_checksum(draw_split(Study(*data, meant), "improved", 1)));
  }
}

TEST_CASE("balance: with an epsilon ball nothing is balanced, and nothing said of it") {
  const Suite ball = suite("", {"groundtruth=epsilon"});
  CHECK_FALSE(has_balanced_parts(ball, facts_of(dataset(150))));
  CHECK(balance_note(ball, facts_of(dataset(40))).empty());
  CHECK(recipe(ball, dataset(40)) != Contains("balance"));
}

TEST_CASE(
    "balance: the reason for parts that are not balanced is told, unless they were asked for") {
  const DatasetFacts fits = facts_of(dataset(41)), uses_up = facts_of(dataset(40));
  CHECK(balance_note(suite(), fits).empty());
  CHECK(balance_note(suite(), uses_up) ==
        "parts are drawn whatever the class of a row, as balanced parts of 160 rows would use up "
        "the smallest class; 'balance = class' draws as many of each");
  DatasetFacts several = uses_up;
  several.evenly_drawable_rows = 0;
  CHECK(balance_note(suite(), several) == Contains(", as rows have several classes or none; "));
  for (const char* asked : {"balance = none\n", "balance = class\n"}) {
    CHECK(balance_note(suite(asked), several).empty());
  }
}

TEST_CASE("balance: only rows that a strategy of the suite draws are counted") {
  DatasetFacts several = facts_of(dataset(40));
  several.evenly_drawable_rows = 0;
  const Suite held_out =
      suite("", {"split=zero-shot", "validation-queries=0", "validation-database=0"});
  CHECK(has_balanced_parts(held_out, several));
  const Suite some = suite("", {"split=zero-shot:training=drawn"});
  CHECK_FALSE(has_balanced_parts(some, several));
}

TEST_CASE("balance: a manifest keeps what was drawn, and one that does not say was balanced") {
  const TemporaryFolder folder;
  const ResultsFolder results{folder / "results"};
  const Suite open = suite();
  for (const std::size_t rare : {40u, 41u}) {
    const DatasetFacts facts = facts_of(dataset(rare));
    write_manifest(results, open, facts, plan_cells(open, facts));
    CHECK(read_manifest(results).suite.balance == (rare == 40 ? Balance::none : Balance::by_class));
  }
  const std::optional<std::string> body = body_of_sealed_text(read_file(results.manifest()));
  REQUIRE(body);
  std::string text = *body;
  const std::string line = "suite\tbalance = class\n";
  REQUIRE(text.find(line) != std::string::npos);
  rewrite_file(results.manifest(), sealed_text(text.erase(text.find(line), line.size())));
  CHECK(read_manifest(results).suite.balance == Balance::by_class);
}

}  // namespace hashlab::balance_test
