#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace hashlab::recognition_run_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const std::string embeddings =
    "--set groundtruth=class --set balance=none --set embedding=lsh+cosine --set reference=cosine ";
const std::string asked =
    embeddings +
    "--set 'recognition=no-landmark:1/3 models:2 others:15 vary:without=B/fit=queries/"
    "others=queries' --set metric=global-ap --set 'metric=change-global-ap[fit=queries]' ";

Suite suite(const std::vector<std::string>& overrides) {
  return parse_suite("name = s\ndataset = d\nembedding = pca+cosine\nbits = 16\n", "test",
                     overrides);
}

}  // namespace

TEST_CASE("recognition in suites: cells of embeddings score every pipeline, cells of codes none") {
  const SmallStudy one, three;
  REQUIRE(one.run(asked + "--jobs 1").status == 0);
  REQUIRE(three.run(asked + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  std::size_t with = 0;
  for (const std::string& path : one.cells()) {
    const CellRecord cell = read_cell(path, false);
    const auto& m = cell.metrics;
    const bool is_embedding = cell.hasher.ends_with("cosine");
    CHECK(m.contains("global-ap") == is_embedding);
    if (!is_embedding) continue;
    ++with;
    for (const std::string score : {"global-ap", "global-ap-landmarks"}) {
      CHECK(m.at(score) > 0);
      CHECK(m.at(score) <= 1);
      for (const std::string other : {"[without=B]", "[fit=queries]", "[others=queries]"}) {
        CHECK(m.at("change-" + score + other) == m.at(score + other) - m.at(score));
      }
    }
    CHECK(m.at("global-ap-landmarks") >= m.at("global-ap"));
    CHECK(cell.facts.at("recognition-others") == 15);
    CHECK(cell.facts.at("recognition-gallery") > 15);
  }
  CHECK(with == 8);  // two embeddings, two splits, two runs
  const Outcome rerun =
      testing::hashlab("rerun '" + one.cells().front() + "' --data '" + (one / "") + "'");
  CHECK(rerun.status == 0);
}

TEST_CASE("recognition in suites: scores do not depend on what else is compared") {
  const SmallStudy one, more;
  const std::string alone =
      "--set 'recognition=no-landmark:1/3 models:2 others:15' --set metric=global-ap ";
  REQUIRE(one.run(embeddings + alone).status == 0);
  REQUIRE(more.run(asked).status == 0);
  const auto scores = [](const SmallStudy& study) {
    std::map<std::string, double> found;
    for (const std::string& path : study.cells()) {
      const CellRecord cell = read_cell(path, false);
      if (!cell.metrics.contains("global-ap")) continue;
      found[cell.hasher + cell.split + std::to_string(cell.run)] = cell.metrics.at("global-ap");
    }
    return found;
  };
  CHECK(scores(one).size() == 8);
  CHECK(scores(one) == scores(more));
}

TEST_CASE("recognition in suites: asked for later, cells of codes keep their keys") {
  const SmallStudy study;
  REQUIRE(study.run(embeddings).status == 0);
  const std::size_t before = study.cells().size();
  REQUIRE(study.run(asked).status == 0);
  CHECK(study.cells().size() == before + 8);
}

TEST_CASE("recognition in suites: tables and reports show it; an audit names its leaks") {
  const SmallStudy study;
  REQUIRE(study.run(asked).status == 0);
  const std::string table = study.table().out;
  CHECK(table == Contains("global-ap on small"));
  CHECK(table == Contains("change-global-ap[fit=queries] on small"));
  const Outcome report =
      testing::hashlab("report '" + study.results() + "' --out '" + (study / "r.html") + "'");
  CHECK(report.status == 0);
  const auto audited = [&] {
    return testing::hashlab("audit '" + study.results() + "' --data '" + (study / "") + "'").out;
  };
  const std::string leaks = audited();
  CHECK(leaks == Contains("leak: quantiles-fitted-on-queries: 40 of 40 test queries"));
  CHECK(leaks == Contains("leak: others-among-queries: 40 of 40 test queries"));
  const SmallStudy clean;
  REQUIRE(clean.run(embeddings + "--set 'recognition=no-landmark:1 vary:steps'").status == 0);
  const Outcome none =
      testing::hashlab("audit '" + clean.results() + "' --data '" + (clean / "") + "'");
  CHECK(none.out == Contains(": clean"));
}

TEST_CASE("recognition in suites: what a suite cannot have is told before any work") {
  CHECK(error_of([] { suite({"metric=global-ap"}); }) ==
        Contains("add a key recognition, such as 'recognition = no-landmark:11'"));
  CHECK(error_of([] {
          suite({"recognition=no-landmark:1", "metric=global-ap[without=C]"});
        }) == Contains("add 'without=C' to what recognition varies"));
  CHECK(suite_text(suite({"recognition=vary:fit=none no-landmark:2"})) ==
        Contains("recognition = no-landmark:2 vary:without=quantile\n"));
  const SmallStudy study;
  const auto refused = [&](const std::string& options) { return refusal(study.run(options)); };
  CHECK(refused("--set groundtruth=class --set recognition=no-landmark:1") ==
        Contains("recognition is by embeddings, and there are none"));
  CHECK(refused(embeddings + "--set recognition=no-landmark:9") ==
        Contains("no row is of class 9, which recognition = no-landmark:9 names"));
  CHECK(refused(embeddings + "--set 'recognition=no-landmark:1 models:3'") ==
        "recognition: 'lsh+cosine' has 8 dimensions, which cannot be those of models:3 of equal "
        "size");
  CHECK(refused(embeddings + "--set 'recognition=no-landmark:1 others:5000'") ==
        Contains("show no landmark, expected 5000 or more"));
  CHECK(refused(embeddings + "--set recognition=no-landmark:0/1/2/3") ==
        Contains("no item of the ranked database shows a landmark"));
  CHECK(refused(embeddings + "--set split=self --set recognition=no-landmark:1") ==
        Contains("split = self ranks what asks"));
  CHECK(study.cells().empty());

  Dataset dataset = small_dataset(100, 8);
  dataset.labels = {};
  write_dataset(study / "small.h5", dataset);
  CHECK(refused("--set embedding=lsh+cosine --set recognition=no-landmark:1") ==
        Contains("has no '/labels' with one class a row, which recognition needs"));
}

}  // namespace hashlab::recognition_run_test
