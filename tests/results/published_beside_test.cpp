#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::published_beside_test {

using namespace results;
using namespace testing;

namespace {

std::vector<ResultRow> results() {
  std::vector<ResultRow> rows;
  for (const std::size_t bits : {32U, 64U}) {
    for (const char* split : {"literature", "improved"}) {
      for (const char* hasher : {"itq+sbq", "pca+sbq"}) {
        rows.push_back({"toy", split, hasher, bits, 1, "map", .30});
        rows.push_back({"toy", split, hasher, bits, 2, "map", .20});
      }
    }
  }
  return rows;
}

PublishedValue published(const char* source, const char* split, const char* hasher, double value,
                         const char* metric = "map") {
  return {source, "toy", "epsilon", split, hasher, 32, metric, value};
}

Table table_with(const std::vector<PublishedValue>& values) {
  TableOptions options;
  options.metric = "map";
  options.published = values;
  return make_table(results(), options, {});
}

}  // namespace

TEST_CASE("published beside: two columns where there are values, and only there") {
  const Table table = table_with({published("A", "literature", "itq+sbq", .20)});
  const TableGrid& grid = table.grids.at(0);
  CHECK(grid.groups.at(0).columns ==
        std::vector<std::string>{"literature", "published", "diff %", "improved"});
  CHECK(grid.groups.at(1).columns == std::vector<std::string>{"literature", "improved"});
  const std::vector<TableCell>& cells = grid.rows.at(0).cells;
  REQUIRE(cells.size() == 6);
  CHECK(cells[0].value == "0.2500");
  CHECK(cells[1].value == "0.2000");
  CHECK(cells[2].value == "+25.0");
  CHECK(cells[3].value == "0.2500");
  CHECK(grid.rows.at(1).cells.at(1).value == "-");
  CHECK(grid.rows.at(1).cells.at(2).value == "-");
}

TEST_CASE("published beside: csv appends value, source and difference") {
  const std::vector<std::string> csv = lines_of(
      format_table(table_with({published("A", "literature", "itq+sbq", .20)}), TableFormat::csv));
  CHECK(csv.at(0).ends_with(",pairs,published,published_source,difference_percent"));
  CHECK(csv.at(1) == Contains("map,itq+sbq,32,literature,2,0.25,"));
  CHECK(csv.at(1) == Contains(",0.2,A,2"));
  CHECK(std::stod(fields_of(csv.at(1), ',').back()) == doctest::Approx(25));
  CHECK(csv.at(2).ends_with(",,,"));
  for (const std::string& line : csv) CHECK(std::count(line.begin(), line.end(), ',') == 12);
}

TEST_CASE("published beside: sources, repeated and unmatched values are told") {
  const std::string text =
      format_table(table_with({published("A", "literature", "itq+sbq", .20),
                               published("B", "literature", "itq+sbq", .10),
                               published("B", "improved", "pca+sbq", 0),
                               published("B", "literature", "sh+sbq", .30),
                               published("B", "literature", "sh+sbq", .30, "auprc")}),
                   TableFormat::text);
  CHECK(text == Contains("published: A; B; diff %: (ours - published) / published\n"));
  CHECK(text == Contains("1 more published value left out: of the same results, in later"));
  CHECK(text ==
        Contains("1 published value without a counterpart here: sh+sbq 32 bits literature\n"));
}

TEST_CASE("published beside: a value of zero has no relative difference, none at all is said") {
  const Table zero = table_with({published("A", "improved", "pca+sbq", 0)});
  CHECK(zero.grids.at(0).rows.at(1).cells.at(2).value == "0.0000");
  CHECK(zero.grids.at(0).rows.at(1).cells.at(3).value == "-");
  CHECK(format_table(table_with({}), TableFormat::text) ==
        Contains("no published value of this metric has a counterpart here"));
}

}  // namespace hashlab::published_beside_test
