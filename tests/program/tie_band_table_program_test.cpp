#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::tie_band_table_program_test {

using namespace testing;

TEST_CASE("tie band: the table verb finds the ends of the band by itself") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const Outcome outcome =
      study.table("--ties --metric auprc --metric map@20:divisor=min --metric recall@2");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == Contains("no tie band: recall@2 has no -best and -worst"));
  CHECK(outcome.out == Contains("tie band"));
  const std::string csv = study.table("--ties --metric map --metric recall@2 --format csv").out;
  for (const std::string& line : lines_of(csv)) {
    CHECK(std::count(line.begin(), line.end(), ',') == 10);
  }
}

}  // namespace hashlab::tie_band_table_program_test
