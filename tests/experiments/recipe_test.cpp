#include "experiments/suite/recipe.h"

#include "experiments/suite/plan.h"
#include "experiments/suite/recipe_of_keys.h"
#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_keys.h"
#include "lib/options.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace hashlab::recipe_test {

using namespace experiments;
using namespace testing;

namespace {

const DatasetFacts one_view{"data", std::string(64, 'a'), 20000, 64};

DatasetFacts two_views() {
  DatasetFacts facts = one_view;
  facts.views = {{"image", 64}, {"text", 10}};
  return facts;
}

Suite suite_of(const std::string& text) {
  return parse_suite("name = s\ndataset = data\n" + text, "s.ini", {});
}

results::CellRecord record_of(const Cell& cell) {
  results::CellRecord record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = "data";
  record.split = cell.split;
  record.hasher = cell.method.name();
  record.bits = cell.bits;
  record.run = cell.run;
  record.direction = cell.direction;
  return record;
}

/// The cells that an experiment file plans, of which each is planned again from its record alone.
std::size_t check_planned_again(const std::string& text, const DatasetFacts& facts = one_view) {
  const std::vector<Cell> cells = plan_cells(suite_of(text), facts);
  for (const Cell& cell : cells) {
    const results::CellRecord record = record_of(cell);
    const std::string keys = keys_of_cell({record, "cell.h5"});
    CAPTURE(keys);
    const std::vector<Cell> again = plan_cells(parse_suite(keys, "cell.h5", {}), facts);
    const auto found =
        std::find_if(again.begin(), again.end(), [&](const Cell& c) { return c.run == cell.run; });
    REQUIRE(found != again.end());
    CHECK(found->recipe == cell.recipe);
  }
  return cells.size();
}

std::vector<std::string> names_in(const std::string& recipe) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(recipe)) names.push_back(line.substr(0, line.find(" =")));
  return names;
}

}  // namespace

TEST_CASE("recipe: no line of a key has a place behind the last one, where it would be left out") {
  for (const SuiteKey& key : suite_keys()) {
    CAPTURE(key.name);
    for (const RecipeLine& line : key.recipe) CHECK(line.place <= last_of_recipe);
  }
}

TEST_CASE("recipe: a finished cell of every kind of method is planned again from its recipe") {
  CHECK(check_planned_again("groundtruth = class\nhasher = itq+npq:thresholds=2\nhasher = auto\n"
                            "grid = lsh+npq: beta=0.5,1\nembedding = pca+cosine\n"
                            "embedding = pca+asymmetric\nreference = euclidean cosine:origin=zero\n"
                            "select-by = map\nauto-budget = 10\nbits = 16 32\nruns = 2\n") ==
        2 * 2 * (5 * 2 + 2));
}

TEST_CASE("recipe: so is one with every setting that changes rows") {
  CHECK(check_planned_again("groundtruth = epsilon:neighbours=20\nhasher = lsh+sbq\nseed = 7\n"
                            "runs = 3\nfolds = 3\nduplicates = exclude\ntest-queries = 300\n"
                            "validation-queries = 200\nvalidation-database = 500\ntraining = 900\n"
                            "split = improved\nsplit = matched\n") == 6);
  CHECK(check_planned_again("groundtruth = class\nhasher = lsh+sbq\nbalance = none\n"
                            "learn-classes = drawn:3\nruns = 1\n") == 2);
}

TEST_CASE("recipe: so is one with scores, and one between two views") {
  CHECK(check_planned_again("groundtruth = class\nhasher = lsh+sbq\nembedding = pca+cosine\n"
                            "reference = cosine\nbits = 16\nruns = 1\nsplit = improved\n"
                            "hash-tables = K:8 L:1/2\nrerank = R:10\nneighbours = k:1 R:10\n"
                            "label-scores = hit@1 knn@5\nrecognition = no-landmark:3\n"
                            "class-scores = map\nrecall-levels = 0.1 0.9\n") == 3);
  CHECK(check_planned_again("groundtruth = class\nhasher = cvh+sbq\nbits = 8\nruns = 1\n"
                            "split = improved\ndirection = image>text text>image\n",
                            two_views()) == 2);
}

TEST_CASE("recipe: scores of codes come after the code length, in the order of their keys") {
  const std::string text =
      "groundtruth = class\nhasher = lsh+sbq\nreference = cosine\nbits = 16\nruns = 1\n"
      "split = improved\nrerank = R:10\nhash-tables = K:8\nrecognition = no-landmark:3\n"
      "neighbours = k:1 R:10\nlabel-scores = hit@1\nrecall-levels = 0.5\nclass-scores = map\n";
  const std::vector<Cell> cells = plan_cells(suite_of(text), one_view);
  const std::vector<std::string> rows = {
      "cell-format",        "dataset-checksum",    "groundtruth", "split", "test-queries",
      "validation-queries", "validation-database", "training",    "seed",  "run"};
  std::vector<std::string> of_codes = rows, of_values = rows;
  for (const char* name : {"class-scores", "label-scores", "neighbours", "recall-levels",
                           "projection", "quantiser", "bits", "tables", "rerank", "rerank-ties"}) {
    of_codes.push_back(name);
  }
  for (const char* name : {"class-scores", "label-scores", "neighbours", "recall-levels",
                           "recognition", "reference"}) {
    of_values.push_back(name);
  }
  std::vector<std::string> balanced = names_in(cells[0].recipe);
  std::erase(balanced, "balance");
  CHECK(balanced == of_codes);
  balanced = names_in(cells[1].recipe);
  std::erase(balanced, "balance");
  CHECK(balanced == of_values);
}

TEST_CASE("recipe: scores that an experiment file does not name leave recipe and key unchanged") {
  const std::string text = "groundtruth = class\nhasher = lsh+sbq\nbits = 16\nruns = 1\n";
  const auto planned = [&](const std::string& more) {
    return plan_cells(suite_of(text + more), one_view);
  };
  const std::vector<Cell> without = planned(""),
                          with = planned("class-scores = map\nrecall-levels = 0.5\n"),
                          empty = planned("class-scores =\nrecall-levels =\n");
  REQUIRE(with.size() == without.size());
  std::string recipe = with[0].recipe;
  for (const std::string line : {"class-scores = map\n", "recall-levels = 0.5\n"}) {
    REQUIRE(recipe == Contains(line));
    recipe.erase(recipe.find(line), line.size());
  }
  CHECK(recipe == without[0].recipe);
  CHECK(empty[0].key == without[0].key);
  CHECK(with[0].key != without[0].key);
}

TEST_CASE("recipe: every place has the line of one key, that of scores one for each family") {
  std::set<std::pair<RecipePlace, std::string>> seen;
  for (const SuiteKey& key : suite_keys()) {
    for (const RecipeLine& line : key.recipe) {
      CAPTURE(line.name);
      CHECK(line.name != "");
      CHECK(seen.emplace(line.place, line.name).second);
    }
  }
  const std::vector<std::string> of_rows = recipe_names(RecipePlace::dataset, last_of_rows);
  CHECK(of_rows.front() == "dataset-checksum");
  CHECK(of_rows.back() == "views");
  CHECK(recipe_names(RecipePlace::dataset, RecipePlace::auto_budget).size() == seen.size());
}

}  // namespace hashlab::recipe_test
