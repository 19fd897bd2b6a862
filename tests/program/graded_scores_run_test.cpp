#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "tests/support/program.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::graded_scores_run_test {

using namespace testing;

TEST_CASE("graded scores: a run on pictures of several classes has them, and tables show them") {
  const TemporaryFolder folder;
  REQUIRE(hashlab::testing::hashlab("make-data pictures-multi --samples 400 '" +
                                    (folder / "several.h5") + "'")
              .status == 0);
  write_file(folder / "s.ini",
             "name = s\ndataset = several.h5\ngroundtruth = class\nhasher = lsh+sbq\n"
             "hasher = itq+sbq\nbits = 16\nruns = 2\nsplit = improved\ntest-queries = 40\n"
             "training = 100\nvalidation-queries = 0\nvalidation-database = 0\n"
             "graded-scores = graded-ndcg@10 acg@10\nmetric = graded-ndcg@10\n");
  const std::string where = " --data '" + (folder / "") + "' --out '" + (folder / "out") + "'";
  const Outcome run = testing::hashlab("run '" + (folder / "s.ini") + "'" + where);
  REQUIRE(run.status == 0);
  CHECK(run.out == Contains("graded-ndcg@10 on s"));
  const Outcome table =
      testing::hashlab("table '" + (folder / "out") + "' --metric acg@10 --format csv");
  CHECK(table.status == 0);
  CHECK(table.out == Contains("itq+sbq"));
}

TEST_CASE("graded scores: a metric that is not recorded is refused with the key to set") {
  const std::string text =
      "name = s\ndataset = d\nhasher = itq+npq\nbits = 16\nmetric = graded-ndcg@10\n";
  CHECK(error_of([&] { experiments::parse_suite(text, "s.ini", {}); }) ==
        "s.ini: metric 'graded-ndcg@10' is a count of shared labels that no cell records: add "
        "'graded-ndcg@10' to graded-scores");
}

}  // namespace hashlab::graded_scores_run_test
