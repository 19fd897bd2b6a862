#include "results/split_difference.h"
#include "results/table.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

using Differences = std::vector<std::pair<std::string, std::string>>;

std::vector<ResultRow> results_of(const std::vector<std::pair<std::string, double>>& splits) {
  std::vector<ResultRow> rows;
  for (const auto& [split, value] : splits) {
    for (std::size_t run = 1; run <= 6; ++run) {
      rows.push_back({"toy", split, "itq+sbq", 32, run, "auprc",
                      value + .001 * static_cast<double>(run) * value});
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("split difference: literature and matched are compared with improved, others with none") {
  CHECK(shown_differences({"literature", "improved"}) == Differences{{"literature", "improved"}});
  CHECK(shown_differences({"literature", "improved", "matched", "class-disjoint"}) ==
        Differences{{"literature", "improved"}, {"matched", "improved"}});
  CHECK(shown_differences({"literature", "matched"}).empty());
  CHECK(shown_differences({"improved:a=1", "matched:a=1", "literature"}) ==
        Differences{{"matched:a=1", "improved:a=1"}});
}

TEST_CASE("split difference: a grid, a footnote and records each, strategies in their order") {
  const Table table = make_table(results_of({{"matched", .3},
                                             {"class-disjoint:test-classes=0.25", .1},
                                             {"improved", .2},
                                             {"literature", .4}}),
                                 {}, {});
  REQUIRE(table.grids.size() == 3);
  CHECK(table.grids[0].groups[0].columns ==
        std::vector<std::string>{"literature", "improved", "matched",
                                 "class-disjoint:test-classes=0.25"});
  CHECK(table.grids[1].caption == "auprc on toy, literature - improved split");
  CHECK(table.grids[2].caption == "auprc on toy, matched - improved split");
  CHECK(table.grids[2].rows[0].cells[0].value == "+0.1003");
  const std::string text = format_table(table, TableFormat::text);
  CHECK(text ==
        Contains("matched - improved: mean difference over 6 paired runs, above zero where "
                 "ranking the rows that were learned from flatters, in a database as large"));
  const std::vector<std::string> csv = lines_of(format_table(table, TableFormat::csv));
  REQUIRE(csv.size() == 1 + 4 + 2);
  CHECK(csv[5] == Contains("auprc,itq+sbq,32,literature-improved,6,0.2007"));
  CHECK(csv[6] == Contains("auprc,itq+sbq,32,matched-improved,6,0.1003"));
  CHECK(csv[6] == Contains(",0.03125,improved,6"));
}
