#include "results/compare/chance.h"

#include "lib/metrics/metrics.h"
#include "results/compare/compare_splits.h"
#include "results/compare/split_differences.h"
#include "results/record/fact_names.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::chance_test {

using namespace results;
using namespace testing;

namespace {

const ChanceValues known = {{"literature", {{1, .30}, {2, .32}, {3, .40}}},
                            {"improved", {{1, .25}, {2, .29}}}};

std::vector<ResultRow> rows() {
  std::vector<ResultRow> rows;
  for (std::size_t run = 1; run <= 4; ++run) {
    const double value = .5 + .01 * static_cast<double>(run);
    rows.push_back({"toy", "improved", "itq+sbq", 32, run, "map", value});
    rows.push_back({"toy", "literature", "itq+sbq", 32, run, "map", value + .04});
  }
  return rows;
}

}  // namespace

TEST_CASE("chance: its difference is the mean over the runs that both strategies have") {
  const auto found = chance_difference(known, {"literature", "improved"});
  REQUIRE(found);
  CHECK(found->runs == 2);
  CHECK(found->mean_first == doctest::Approx(.31));
  CHECK(found->mean_second == doctest::Approx(.27));
  CHECK(found->difference() == doctest::Approx(.04));
  CHECK_FALSE(chance_difference(known, {"matched", "improved"}));
  CHECK_FALSE(chance_difference({{"literature", {{1, .3}}}, {"improved", {{2, .3}}}},
                                {"literature", "improved"}));
}

TEST_CASE("chance: of a cell it is what was recorded, or else what its counts give") {
  const Metric average_precision = metric("map");
  CellRecord record;
  CHECK_FALSE(score_by_chance(average_precision, record));
  // Two of four items are relevant: over all six orders the mean is 49 / 72.
  record.counts.n_queries = 1;
  record.counts.distances = CodeDistances{3};
  record.counts.all = {2, 1, 1};
  record.counts.relevant = {0, 1, 1};
  CHECK(*score_by_chance(average_precision, record) == doctest::Approx(49. / 72));
  record.facts[fact_names::chance("map")] = .125;
  CHECK(*score_by_chance(average_precision, record) == .125);
}

TEST_CASE("chance: the comparison of strategies has a line of it, without a test, and a record") {
  MetricResults results = metric_results(rows(), "map");
  const auto has_chance = [](const Table& table) {
    return std::ranges::any_of(table.grids, [](const TableGrid& grid) {
      return !grid.rows.empty() && grid.rows.back().name == "chance";
    });
  };
  ComparisonOptions options;
  CHECK_FALSE(has_chance(compare_splits(results, options, {})));
  results.chance = known;
  const Table table = compare_splits(results, options, {});
  CHECK(has_chance(table));
  const std::vector<TableCell>& cells = table.grids.front().rows.back().cells;
  CHECK(cells.front().value == "+0.0400");
  CHECK(std::all_of(cells.begin() + 1, cells.end(),
                    [](const TableCell& cell) { return cell.value == TableCell{}.value; }));
  const auto record = std::ranges::find_if(
      table.records, [](const std::vector<std::string>& line) { return line.at(2) == "chance"; });
  REQUIRE(record != table.records.end());
  CHECK(std::stod(record->at(12)) == doctest::Approx(.04));  // the column `difference`
  CHECK(record->at(18).empty());                             // p
  CHECK(std::ranges::find(table.footnotes, chance_footnote) != table.footnotes.end());
}

TEST_CASE("chance: tables of both strategies have it below their differences") {
  TableOptions options;
  options.metric = "map";
  CHECK(make_table(rows(), options, {}).grids.back().rows.back().name == "itq+sbq");
  options.chance = known;
  const Table table = make_table(rows(), options, {});
  CHECK(table.grids.back().rows.back().name == "chance");
  CHECK(table.grids.back().rows.back().cells.front().value == "+0.0400");
  CHECK(table.records.back().at(1) == "chance");
}

}  // namespace hashlab::chance_test
