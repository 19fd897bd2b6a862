#include "results/format/run_cells.h"
#include "lib/error.h"
#include "results/format/statistics_notes.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::run_cells_test {

using namespace results;

TEST_CASE("run cells: numbers have 0 to 17 decimals, small p-values a bound") {
  CHECK(fixed(0.5, 17) == "0.50000000000000000");
  CHECK(fixed_signed(0.5, 0) == "+0");
  CHECK_THROWS_AS(fixed(0.5, 18), Error);
  CHECK_THROWS_AS(fixed_signed(0.5, 18), Error);
  CHECK(p_text(0.0001) == "0.0001");
  CHECK(p_text(0.00009) == "<0.0001");
}

TEST_CASE("run cells: of more than eight names the rest is counted") {
  std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h"};
  CHECK(listed(names) == "a, b, c, d, e, f, g, h");
  names.insert(names.end(), {"i", "j"});
  CHECK(listed(names) == "a, b, c, d, e, f, g, h and 2 more");
}

TEST_CASE("statistics notes: a test is named with its ratio, if it has one") {
  CHECK(test_text(PairedTest::corrected, 1.0 / 44) ==
        "two-sided corrected resampled t-test (ratio 0.02273)");
  CHECK(test_text(PairedTest::wilcoxon, 1.0 / 44) == "two-sided Wilcoxon signed-rank test");
}

}  // namespace hashlab::run_cells_test
