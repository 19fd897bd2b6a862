#include "experiments/suite/suite_file.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::recall_levels_run_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const std::string asked =
    "--set embedding=pca+cosine --set reference=euclidean --set 'recall-levels=0.9 0.1 0.5' "
    "--set metric=precision-at-recall-0.1 --set metric=precision-at-recall-0.90 ";

}  // namespace

TEST_CASE("recall levels: every cell of a run has them, with any number of jobs") {
  const SmallStudy one, three;
  REQUIRE(one.run(asked + "--jobs 1").status == 0);
  REQUIRE(three.run(asked + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  REQUIRE_FALSE(one.cells().empty());
  for (const std::string& path : one.cells()) {
    const CellRecord cell = read_cell(path, false);
    CHECK(cell.metrics.at("precision-at-recall-0.1") >= cell.metrics.at("precision-at-recall-0.5"));
    CHECK(cell.metrics.at("precision-at-recall-0.5") >= cell.metrics.at("precision-at-recall-0.9"));
    if (cell.hasher == "euclidean") CHECK(cell.metrics.at("precision-at-recall-0.9") == 1);
    CHECK(cell.recipe == Contains("\nrecall-levels = 0.1 0.5 0.9\n"));
  }
  const Outcome rerun =
      testing::hashlab("rerun '" + one.cells().front() + "' --data '" + (one / "") + "'");
  CHECK(rerun.status == 0);
}

TEST_CASE("recall levels: tables, comparisons and reports show them") {
  const SmallStudy study;
  REQUIRE(study.run(asked).status == 0);
  const std::string table = study.table().out;
  CHECK(table == Contains("precision-at-recall-0.1 on small"));
  CHECK(table == Contains("precision-at-recall-0.9 on small"));
  CHECK(table == Contains("tied items are retrieved together"));
  CHECK(study.table("--metric precision-at-recall-0.50").out ==
        Contains("precision-at-recall-0.5 on small"));
  CHECK(refusal(study.table("--metric precision-at-recall-0.7")) ==
        Contains("no cell recorded 'precision-at-recall-0.7'"));
  CHECK(testing::hashlab("compare '" + study.results() +
                         "' --by hasher --metric precision-at-recall-0.5")
            .status == 0);
  CHECK(testing::hashlab("report '" + study.results() + "' --out '" + (study / "r.html") + "'")
            .status == 0);
}

TEST_CASE("recall levels: in another order they are the same cells, others are other cells") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::size_t before = study.cells().size();
  CHECK(study.run("--set recall-levels=").error == Contains("0 to run"));
  REQUIRE(study.run("--set 'recall-levels=0.9 0.5'").status == 0);
  CHECK(study.cells().size() == 2 * before);
  CHECK(study.run("--set 'recall-levels=.50 0.9'").error == Contains("0 to run"));
}

TEST_CASE("recall levels: what an experiment file cannot have is refused in one line") {
  const std::string text = "name = s\ndataset = d\nhasher = itq+npq\nbits = 16\n";
  const auto wrong = [&](const std::string& more) {
    return error_of([&] { parse_suite(text + more, "s.ini", {}); });
  };
  CHECK(wrong("recall-levels = 0.5\nmetric = precision-at-recall-.7\n") ==
        "s.ini: metric 'precision-at-recall-0.7' is at a level of recall that no cell records: add "
        "0.7 to recall-levels");
  CHECK(wrong("recall-levels = 0.5 1.5\n") ==
        "s.ini: option 'recall-levels' = '1.5', must be numbers above 0 and up to 1, separated by "
        "spaces, such as 0.1 0.5 0.9");
  CHECK(wrong("recall-levels = 0.5\nrecall-levels = 0.9\n") == Contains("is given 2 times"));
}

}  // namespace hashlab::recall_levels_run_test
