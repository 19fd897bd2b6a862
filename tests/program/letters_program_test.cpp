#include "results/statistics/inference.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::letters_program_test {

using namespace results;
using namespace testing;

TEST_CASE("letters: the table verb tests with the ratio of the study, or by signed ranks") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const Outcome t = study.table("--letters");
  CHECK(t.status == 0);
  CHECK(t.out == Contains(fmt::format("corrected resampled t-test (ratio {:.4g}) over paired runs",
                                      resampling_ratio(40, 100, 600))));
  CHECK(t.out == Contains("a  lsh+sbq"));
  CHECK(study.table("--letters --marks wilcoxon").out == Contains("signed-rank test over paired"));
  CHECK(study.table("--letters --marks none").out == study.table("--letters").out);
}

}  // namespace hashlab::letters_program_test
