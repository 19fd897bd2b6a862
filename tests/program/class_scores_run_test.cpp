#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace hashlab::class_scores_run_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const std::string asked =
    "--set groundtruth=class --set embedding=pca+cosine --set reference=cosine "
    "--set 'class-scores=map r-precision' --set metric=map-by-class --set metric=map-worst-class ";

}  // namespace

TEST_CASE("class scores: every cell of a run has them, with any number of jobs") {
  const SmallStudy one, three;
  REQUIRE(one.run(asked + "--jobs 1").status == 0);
  REQUIRE(three.run(asked + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  REQUIRE_FALSE(one.cells().empty());
  for (const std::string& path : one.cells()) {
    const CellRecord cell = read_cell(path, false);
    for (const std::string metric : {"map", "r-precision"}) {
      const double average = cell.metrics.at(metric + "-by-class");
      CHECK(std::abs(average - cell.metrics.at(metric)) < .2);
      CHECK(cell.metrics.at(metric + "-worst-class") < average);
      const double worst = cell.facts.at("worst-class[" + metric + "]");
      CHECK(worst >= 0);
      CHECK(worst < 4);
    }
    CHECK(cell.recipe == Contains("\nclass-scores = map r-precision\n"));
  }
  const std::string cell = one.cells().front();
  CHECK(testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'").status == 0);
  CHECK(testing::hashlab("inspect '" + cell + "'").out == Contains("worst-class[map]"));
}

TEST_CASE("class scores: tables, comparisons and reports show them") {
  const SmallStudy study;
  REQUIRE(study.run(asked).status == 0);
  const std::string table = study.table().out;
  CHECK(table == Contains("map-by-class on small"));
  CHECK(table == Contains("map-worst-class on small"));
  CHECK(table == Contains("classes without queries do not count"));
  CHECK(testing::hashlab("compare '" + study.results() + "' --by hasher --metric map-worst-class")
            .status == 0);
  CHECK(testing::hashlab("report '" + study.results() + "' --out '" + (study / "r.html") + "'")
            .status == 0);
}

TEST_CASE("class scores: if they are asked for later, other cells have them") {
  const SmallStudy study;
  REQUIRE(study.run("--set groundtruth=class").status == 0);
  const auto before = study.cells();
  CHECK(study.run("--set groundtruth=class --set class-scores=").error == Contains("0 to run"));
  REQUIRE(study.run("--set groundtruth=class --set class-scores=map").status == 0);
  CHECK(study.cells().size() == 2 * before.size());
}

TEST_CASE("class scores: what an experiment file or its data cannot have is refused in one line") {
  const std::string text = "name = s\ndataset = d\nhasher = itq+npq\nbits = 16\n";
  const auto wrong = [&](const std::string& more) {
    return error_of([&] { parse_suite(text + more, "s.ini", {}); });
  };
  CHECK(wrong("metric = map-by-class\n") ==
        "s.ini: metric 'map-by-class' is a score by class that no cell records: add 'map' to "
        "class-scores");
  CHECK(wrong("class-scores = auprc\n") ==
        Contains("s.ini: option 'class-scores' = 'auprc', must be a mean over queries"));
  CHECK(wrong("class-scores = map\nclass-scores = hit@1\n") == Contains("is given 2 times"));
  const SmallStudy study;
  Dataset unlabelled = small_dataset(600, 16);
  unlabelled.labels = {};
  write_dataset(study / "small.h5", unlabelled);
  CHECK(refusal(study.run("--set class-scores=map")) ==
        Contains("small.h5: has no '/labels', which class-scores need: import it again with "
                 "--labels FILE, or leave class-scores out"));
  CHECK(study.cells().empty());
}

}  // namespace hashlab::class_scores_run_test
