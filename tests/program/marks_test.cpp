#include "lib/files/files.h"
#include "results/statistics/inference.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::marks_test {

using namespace results;
using namespace testing;

namespace {

/// A list of row numbers, one a line.
void write_rows(const std::string& path, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t row = from; row < to; ++row) text += fmt::format("{}\n", row);
  write_file(path, text);
}

}  // namespace

TEST_CASE("marks: tables test as --marks says, by default with the ratios of the study") {
  const SmallStudy study;
  REQUIRE(study.run("--set baseline=lsh+sbq").status == 0);
  const std::string corrected = study.table().out;
  CHECK(corrected ==
        Contains(fmt::format("worse than lsh+sbq: p < 0.05, twice: p < 0.01; two-sided corrected "
                             "resampled t-test (ratio {:.4g}) over paired runs, with Holm's "
                             "correction over all methods and code lengths of a split\n",
                             resampling_ratio(40, 100, 600))));
  CHECK(corrected == Contains(fmt::format("p of the two-sided corrected resampled t-test (ratio "
                                          "{:.4g}), with Holm's correction over all methods and "
                                          "code lengths\n",
                                          strategy_ratio(40, 600))));
  CHECK(study.table("--marks corrected").out == corrected);
  CHECK(read_file(study.results() + "/tables/tables.txt") == corrected);

  const std::string wilcoxon = study.table("--marks wilcoxon").out;
  CHECK(wilcoxon == Contains("two-sided Wilcoxon signed-rank test over paired runs, not corrected "
                             "for the number of tests\n"));
  CHECK(wilcoxon == Contains("p of the two-sided Wilcoxon signed-rank test\n"));
  CHECK_FALSE(wilcoxon == Contains("Holm"));
  CHECK(lines_of(study.table("--marks wilcoxon --format csv").out).at(0).ends_with(",pairs,test"));

  const std::string none = study.table("--marks none").out;
  CHECK_FALSE(none == Contains("lsh+sbq: p < 0.05"));
  CHECK(none == Contains("p of the two-sided corrected resampled t-test"));
  CHECK(study.table("--long --format csv").out == study.numbers());
}

TEST_CASE("marks: what cannot be asked for is refused in one line") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  CHECK(refusal(study.table("--marks wilcoxn")) ==
        "option '--marks' = 'wilcoxn', expected corrected, wilcoxon or none, did you mean "
        "'wilcoxon'?");
  CHECK(refusal(study.table("--marks none --baseline lsh+sbq")) ==
        "--baseline is what marks compare with: leave out '--marks none'");
  CHECK(refusal(study.table("--marks wilcoxon --long --format csv")) ==
        "--marks is for tables: leave out --long");
}

TEST_CASE("marks: where rows are given, tests use their numbers, not the suite's sizes") {
  const SmallStudy study;
  write_rows(study / "queries.txt", 0, 40);
  write_rows(study / "training.txt", 40, 140);
  write_rows(study / "database.txt", 140, 600);
  const std::string split = fmt::format(
      "foreign:training={0}/training.txt,database={0}/database.txt,queries={0}/queries.txt",
      study / "");
  const Outcome run =
      study.run("--set 'split=" + split + "' --set training=600 --set baseline=lsh+sbq");
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  const std::string ratio = fmt::format("(ratio {:.4g})", resampling_ratio(40, 100, 600));
  CHECK(run.out == Contains("worse than lsh+sbq: p < 0.05"));
  CHECK(run.out == Contains(ratio));
  CHECK(study.table("--letters").out == Contains(ratio));
}

TEST_CASE("marks: lists that leave no row out take the suite's sizes, which need not fit") {
  const SmallStudy study;
  write_rows(study / "queries.txt", 0, 40);
  write_rows(study / "rest.txt", 40, 600);
  const std::string split = fmt::format(
      "foreign:training={0}/rest.txt,database={0}/rest.txt,queries={0}/queries.txt,as=literature",
      study / "");
  const Outcome run =
      study.run("--set 'split=" + split + "' --set training=600 --set baseline=lsh+sbq");
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  CHECK(run.out == Contains("no marks: the suite's sizes do not fit the data set"));
  CHECK(study.table("--marks wilcoxon").out == Contains("worse than lsh+sbq: p < 0.05"));
  CHECK(refusal(study.table("--letters")) ==
        Contains("test-queries = 40 and training = 600 do not fit 600 rows: "));
}

}  // namespace hashlab::marks_test
