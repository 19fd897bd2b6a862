#include "results/record/record.h"
#include "splits/split.h"
#include "tests/support/program.h"
#include "tests/support/rows.h"

#include <doctest/doctest.h>

#include <numeric>
#include <set>
#include <string>

namespace hashlab::leave_one_out_program_test {

using namespace results;
using namespace splits;
using namespace testing;

TEST_CASE("leave-one-out: every query ranks all others, in codes and in real values") {
  const SmallStudy one, three;
  const std::string set =
      "--set split=self --set groundtruth=class --set reference=euclidean "
      "--set embedding=pca+cosine ";
  REQUIRE(one.run(set + "--jobs 1").status == 0);
  REQUIRE(three.run(set + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  REQUIRE_FALSE(one.cells().empty());
  for (const std::string& cell : one.cells()) {
    const RankCounts counts = read_cell(cell, true).counts;
    for (std::size_t q = 0; q < counts.n_queries; ++q) {
      const auto all = counts.all_of(q);
      CHECK(std::accumulate(all.begin(), all.end(), std::size_t{0}) == counts.n_queries - 1);
    }
  }
  const std::string cell = one.cells().front();
  CHECK(testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'").status == 0);
  const Outcome audit =
      testing::hashlab("audit '" + one.results() + "' --data '" + (one / "") + "'");
  CHECK(audit.status == 0);
  CHECK(audit.out.find("queries-in-database") == std::string::npos);
}

TEST_CASE("leave-one-out: that queries are learned from is a leak that audit reports") {
  const SmallStudy study;
  REQUIRE(study.run("--set split=self:training=all --set groundtruth=class").status == 0);
  const Outcome audit =
      testing::hashlab("audit '" + study.results() + "' --data '" + (study / "") + "'");
  CHECK(audit.out == Contains("queries-in-training"));
  CHECK(audit.out.find("queries-in-database") == std::string::npos);
}

TEST_CASE(
    "leave-one-out: a ball's radius is over all other rows, and splits are exported and checked") {
  const SmallStudy study;
  REQUIRE(study.run("--set split=self").status == 0);
  const std::string file = study / "splits.h5";
  REQUIRE(testing::hashlab("splits export '" + study.results() + "' --data '" + (study / "") +
                           "' --out '" + file + "'")
              .status == 0);
  CHECK(testing::hashlab("splits verify '" + file + "' --data '" + (study / "") + "'").status == 0);
}

}  // namespace hashlab::leave_one_out_program_test
