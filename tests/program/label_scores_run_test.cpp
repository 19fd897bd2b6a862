#include "experiments/suite/suite_file.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace hashlab::label_scores_run_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const std::string asked =
    "--set groundtruth=class --set split=self --set embedding=pca+cosine --set reference=cosine "
    "--set 'label-scores=hit@1 grouped-recall@1:labels=2,partitions=3 knn@3' "
    "--set metric=gap-hit@1 --set metric=knn@3 ";

Suite suite(const std::vector<std::string>& overrides) {
  return parse_suite("name = s\ndataset = d\nhasher = itq+npq\nbits = 16\n", "test", overrides);
}

}  // namespace

TEST_CASE("label scores: every cell has what is tested, what was learned from, and the gap") {
  const SmallStudy one, three;
  REQUIRE(one.run(asked + "--jobs 1").status == 0);
  REQUIRE(three.run(asked + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  REQUIRE_FALSE(one.cells().empty());
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    const auto& m = record.metrics;
    for (const std::string score : {"hit@1", "grouped-recall@1:labels=2,partitions=3", "knn@3"}) {
      CHECK(m.at("gap-" + score) == m.at("learned-" + score) - m.at(score));
    }
    CHECK(m.at("grouped-recall@1:labels=2,partitions=3") >= m.at("hit@1") - 1e-12);
    CHECK(record.facts.contains("groups[grouped-recall@1:labels=2,partitions=3]"));
    CHECK(record.facts.contains("hoeffding-half-width[grouped-recall@1:labels=2,partitions=3]"));
    CHECK(record.facts.contains("clt-half-width[gap-grouped-recall@1:labels=2,partitions=3]"));
  }
  const std::string cell = one.cells().front();
  const Outcome rerun = testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'");
  CHECK(rerun.status == 0);
}

TEST_CASE("label scores: votes of the coarser classes that methods learn from") {
  const SmallStudy study;
  REQUIRE(study
              .run("--set groundtruth=class --set split=self --set learn-classes=drawn:2 "
                   "--set 'label-scores=knn@3 knn@3:classes=learned' "
                   "--set metric=knn@3:classes=learned")
              .status == 0);
  for (const std::string& cell : study.cells()) {
    const auto metrics = read_cell(cell, false).metrics;
    CHECK(metrics.at("knn@3:classes=learned") > metrics.at("knn@3"));
    CHECK(metrics.contains("gap-knn@3:classes=learned"));
  }
  CHECK(study.table().out == Contains("share of the queries whose coarse class gets most"));
  CHECK(testing::hashlab("rerun '" + study.cells().front() + "' --data '" + (study / "") + "'")
            .status == 0);
  CHECK(refusal(study.run("--set groundtruth=class --set label-scores=knn@3:classes=learned")) ==
        Contains("'knn@3:classes=learned' is by coarser classes that methods learn from: add "
                 "learn-classes"));
}

TEST_CASE("label scores: tables, comparisons and reports show them; a gap has no best") {
  const SmallStudy study;
  REQUIRE(study.run(asked).status == 0);
  const std::string table = study.table().out;
  CHECK(table == Contains("gap-hit@1 on small"));
  CHECK(table == Contains("from -1 to 1"));
  const std::string gaps = table.substr(0, table.find("knn@3 on"));
  CHECK(gaps.find("[0.") == std::string::npos);
  CHECK(testing::hashlab("compare '" + study.results() + "' --by hasher --metric knn@3").status ==
        0);
  const Outcome report =
      testing::hashlab("report '" + study.results() + "' --out '" + (study / "r.html") + "'");
  CHECK(report.status == 0);
  const Outcome none = study.table("--metric gap-hit@5");
  CHECK(refusal(none) == Contains("no cell recorded 'gap-hit@5'"));
}

TEST_CASE("label scores: asked for later, cells are computed again under other keys") {
  const SmallStudy study;
  REQUIRE(study.run("--set groundtruth=class").status == 0);
  const std::size_t before = study.cells().size();
  REQUIRE(study.run("--set groundtruth=class --set label-scores=knn@1").status == 0);
  CHECK(study.cells().size() == 2 * before);
}

TEST_CASE("label scores: what a suite cannot have is told when it is read") {
  CHECK(error_of([] { suite({"metric=knn@1"}); }) == Contains("add 'knn@1' to label-scores"));
  CHECK(error_of([] { suite({"label-scores=hit@1 hit@1"}); }) == Contains("names 'hit@1' twice"));
  CHECK(error_of([] {
          suite({"label-scores=knn@1", "metric=knn@1", "grid=itq+npq: beta=1,2"});
        }) == Contains("set 'select-by'"));
  CHECK(suite_text(suite({"label-scores=knn@1 hit@2"})) ==
        Contains("label-scores = knn@1 hit@2\n"));
  const SmallStudy study;
  CHECK(refusal(study.run("--set label-scores=grouped-recall@1:labels=500")) == Contains("fewer"));
}

}  // namespace hashlab::label_scores_run_test
