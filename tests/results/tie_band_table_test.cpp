#include "results/format/table_format.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::tie_band_table_test {

using namespace results;
using namespace testing;

namespace {

void add_run(std::vector<ResultRow>& rows, const std::string& hasher, CodeBits bits,
             std::size_t run, double value, double best, double worst) {
  rows.push_back({"toy", "improved", hasher, bits, run, "map", value});
  rows.push_back({"toy", "improved", hasher, bits, run, "map-best", best});
  rows.push_back({"toy", "improved", hasher, bits, run, "map-worst", worst});
}

std::vector<ResultRow> results() {
  std::vector<ResultRow> rows;
  add_run(rows, "itq+sbq", 32, 1, .25, .30, .20);
  add_run(rows, "itq+sbq", 32, 2, .27, .35, .15);
  add_run(rows, "itq+npq", 32, 1, .36, .37, .35);
  add_run(rows, "itq+npq", 32, 2, .40, .42, .38);
  add_run(rows, "cosine", std::nullopt, 1, .60, .61, .60);
  add_run(rows, "cosine", std::nullopt, 2, .70, .71, .70);
  return rows;
}

Table table_of(const std::string& best, const std::string& worst) {
  TableOptions options;
  options.metric = "map";
  options.baseline = "itq+sbq";
  options.tie_band = true;
  options.best = best;
  options.worst = worst;
  return make_table(results(), options, {});
}

}  // namespace

TEST_CASE("tie band: a column beside each split holds best - worst, mean over runs") {
  const Table table = table_of("map-best", "map-worst");
  REQUIRE(table.grids.size() == 1);
  const TableGrid& grid = table.grids.front();
  CHECK(grid.groups.at(0).columns == std::vector<std::string>{"improved", "tie band"});
  CHECK(grid.rows.at(0).cells.at(0).value == "0.2600");
  CHECK(grid.rows.at(0).cells.at(1).value == "0.1500");
  CHECK(grid.rows.at(1).cells.at(0).value == "0.3800");
  CHECK(grid.rows.at(1).cells.at(1).value == "0.0300");
  CHECK(grid.rows.at(1).cells.at(0).best);
  CHECK_FALSE(grid.rows.at(1).cells.at(1).best);
  CHECK(grid.rows.at(2).name == "cosine (uncompressed)");
  CHECK(grid.rows.at(2).starts_block);
  CHECK(grid.rows.at(2).cells.at(1).value == "0.0100");
}

TEST_CASE("tie band: every format shows it") {
  const Table table = table_of("map-best", "map-worst");
  CHECK(format_table(table, TableFormat::text) == Contains("tie band: what the order"));
  CHECK(format_table(table, TableFormat::md) ==
        Contains("| 32 bits, improved | 32 bits, tie band"));
  CHECK(format_table(table, TableFormat::tex) == Contains(" & improved & tie band \\\\"));
  const std::vector<std::string> csv = lines_of(format_table(table, TableFormat::csv));
  CHECK(csv.at(0) == "metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,baseline,pairs,tie_band");
  REQUIRE(csv.size() == 4);
  for (const std::string& line : csv) CHECK(std::count(line.begin(), line.end(), ',') == 10);
  CHECK(csv.at(3) == Contains("map,cosine,0,improved,2,0.6"));
}

TEST_CASE("tie band: a metric without one is shown as ever, and that is said") {
  const Table table = table_of("", "");
  CHECK(table.grids.front().groups.at(0).columns == std::vector<std::string>{"improved"});
  CHECK(format_table(table, TableFormat::text) == Contains("no tie band: map has no -best"));
  CHECK(table.records.front().back() == "tie_band");
  CHECK(table.records.at(1).back() == "");
}

}  // namespace hashlab::tie_band_table_test
