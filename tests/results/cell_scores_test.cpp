#include "lib/error.h"
#include "results/scores/hash_table_scores.h"
#include "results/scores/label_scores.h"
#include "results/scores/recognition_scores.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/registry.h"
#include "results/scores/rerank_scores.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::cell_scores_test {

using namespace results;
using namespace testing;

namespace {

/// The value of a key, and a metric that it records.
struct Example {
  std::string value, metric;
};

const std::map<std::string, Example> examples = {
    {"hash-tables", {"K:8 L:1/2 radius:0 keys:segments", "table-recall[K=8,L=2,r=0]"}},
    {"rerank", {"R:10 by:cosine metrics:map", "rerank-map[R=10,by=cosine]"}},
    {"neighbours", {"k:1/10 R:50 by:euclidean", "neighbour-recall[k=10,R=50,by=euclidean]"}},
    {"label-scores", {"hit@1 knn@5", "gap-knn@5"}},
    {"class-scores", {"map r-precision", "r-precision-worst-class"}},
    {"graded-scores", {"graded-ndcg@100 wap", "wap"}},
    {"recall-levels", {"0.1 0.5", "precision-at-recall-0.5"}},
    {"recognition", {"no-landmark:3", "global-ap"}},
};

}  // namespace

TEST_CASE("scores: every family has a key, a line of recipes and help of its own") {
  std::set<std::string> keys, recipe_keys;
  for (const auto& family : all_scores()) {
    const ScoreInfo info = family->info();
    CAPTURE(info.key);
    CHECK(keys.insert(info.key).second);
    CHECK(recipe_keys.insert(info.recipe_key).second);
    CHECK(info.help.size() > 40);
    CHECK(examples.contains(info.key));
  }
  CHECK(keys.size() == examples.size());
}

TEST_CASE("scores: settings are written as they are read, and begin the line of the recipe") {
  for (const auto& family : all_scores()) {
    const ScoreInfo info = family->info();
    CAPTURE(info.key);
    const auto configured = family->with(examples.at(info.key).value);
    const std::string text = configured->text();
    CHECK(text != "");
    CHECK(family->with(text)->text() == text);
    CHECK(configured->recipe().starts_with(info.recipe_key + " = " + text + "\n"));
    CHECK(family->with("")->text() == "");
    CHECK(error_of([&] { family->with("no such thing"); }) != "no error");
  }
}

TEST_CASE("scores: a metric is recorded by one family, and only with its settings") {
  const CellScores none;
  for (const auto& family : all_scores()) {
    const std::string value = examples.at(family->info().key).value,
                      metric = examples.at(family->info().key).metric;
    CAPTURE(metric);
    std::size_t families = 0;
    for (const auto& other : all_scores()) families += other->recorded(metric) ? 1 : 0;
    CHECK(families == 1);
    CHECK(recorded_metric(metric)->name == metric);
    CHECK(recorded_metric(metric)->definition != "");
    CHECK(why_not_recorded(none, metric).starts_with("metric '" + metric + "' is "));
    CellScores scores;
    scores.set(*family, value);
    CHECK(why_not_recorded(scores, metric) == "");
  }
  CHECK(why_not_recorded(none, "map") == "");
}

TEST_CASE("scores: those of an experiment file stand in the order of their keys, each once") {
  CellScores scores;
  CHECK(scores.empty());
  for (const auto& family : all_scores()) {
    scores.set(*family, examples.at(family->info().key).value);
    scores.set(*family, examples.at(family->info().key).value);
  }
  std::vector<std::string> keys;
  for (const auto& score : scores) keys.push_back(score->info().key);
  std::vector<std::string> sorted;
  for (const auto& [key, example] : examples) sorted.push_back(key);
  CHECK(keys == sorted);
  for (const auto& family : all_scores()) scores.set(*family, "");
  CHECK(scores.empty());
}

TEST_CASE("scores: what reports and audits look up is what the file says") {
  CellScores scores;
  CHECK(rerank_sweep(scores).empty());
  CHECK(recognition_sweep(scores).empty());
  CHECK(hash_table_sweep(scores).empty());
  CHECK(label_score_names(scores).empty());
  for (const auto& family : all_scores()) {
    scores.set(*family, examples.at(family->info().key).value);
  }
  CHECK(rerank_sweep(scores).R == std::vector<std::size_t>{10});
  CHECK(recognition_sweep(scores).no_landmark == std::vector<std::int32_t>{3});
  CHECK(hash_table_sweep(scores).L == std::vector<std::size_t>{1, 2});
  CHECK(label_score_names(scores) == std::vector<std::string>{"hit@1", "knn@5"});
}

TEST_CASE("scores: codes, values or any ranking, as the family says") {
  CHECK(applies(Ranked::anything, true));
  CHECK(applies(Ranked::anything, false));
  CHECK(applies(Ranked::codes, true));
  CHECK_FALSE(applies(Ranked::codes, false));
  CHECK_FALSE(applies(Ranked::values, true));
  CHECK(applies(Ranked::values, false));
}

}  // namespace hashlab::cell_scores_test
