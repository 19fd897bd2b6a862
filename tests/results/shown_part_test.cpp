#include "results/table/shown_part.h"
#include "lib/error.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::shown_part_test {

using namespace results;
using namespace testing;

namespace {

using Names = std::vector<std::string>;

/// Two projections with two quantisers each, at two code lengths, under two splits, in ten runs.
std::vector<ResultRow> study() {
  std::vector<ResultRow> rows;
  double value = .2;
  for (const char* hasher : {"itq+sbq", "itq+npq", "pca+sbq", "pca+npq"}) {
    for (const std::size_t bits : {16u, 32u}) {
      for (const char* split : {"literature", "improved"}) {
        value += .01;
        for (std::size_t run = 1; run <= 10; ++run) {
          rows.push_back({"toy", split, hasher, bits, run, "auprc",
                          value + .001 * static_cast<double>(run * bits % 7)});
        }
      }
    }
  }
  return rows;
}

Table table_of_part(const ShownPart& shown) {
  TableOptions options;
  options.baseline = "itq+sbq";
  options.hasher_ratio = .1;
  options.strategy_ratio = .05;
  options.shown = shown;
  return make_table(study(), options, {});
}

Names rows_in(const TableGrid& grid) {
  Names names;
  for (const TableRow& row : grid.rows) names.push_back((row.starts_block ? "/" : "") + row.name);
  return names;
}

Names columns_in(const TableGrid& grid) {
  Names names;
  for (const ColumnGroup& group : grid.groups) {
    for (const std::string& column : group.columns) names.push_back(group.name + " " + column);
  }
  return names;
}

}  // namespace

TEST_CASE("shown part: rows, splits and code lengths are left out, their blocks stay apart") {
  const Table table = table_of_part({{"itq+npq", "pca+npq"}, {"improved"}, {32}});
  REQUIRE(table.grids.size() == 1);
  CHECK(rows_in(table.grids[0]) == Names{"itq+npq", "/pca+npq"});
  CHECK(columns_in(table.grids[0]) == Names{"32 bits improved"});
  for (const TableRow& row : table.grids[0].rows) CHECK(row.cells.size() == 1);
  CHECK(table.records.size() == 3);
  CHECK(std::find(table.footnotes.begin(), table.footnotes.end(),
                  "shown: 2 of 4 hashing methods, 1 of 2 splits, 1 of 2 code lengths; tests and "
                  "their corrections cover all hashing methods and code lengths of a split") !=
        table.footnotes.end());
}

TEST_CASE("shown part: differences between splits are shown if both splits are") {
  const Table table = table_of_part({{"pca+npq"}, {}, {16}});
  REQUIRE(table.grids.size() == 2);
  CHECK(rows_in(table.grids[1]) == Names{"pca+npq"});
  CHECK(columns_in(table.grids[1]) == Names{"16 bits difference", "16 bits p"});
  const Table paper = without_differences(table);
  CHECK(paper.grids.size() == 1);
  CHECK(paper.footnotes.size() + table.difference_notes == table.footnotes.size());
  CHECK(std::none_of(paper.footnotes.begin(), paper.footnotes.end(), [](const std::string& note) {
    return note.starts_with("literature - improved");
  }));
}

TEST_CASE("shown part: values and tests are those of the whole table") {
  const Table whole = table_of_part({}), part = table_of_part({{"pca+npq"}, {"literature"}, {32}});
  REQUIRE(part.records.size() == 2);
  CHECK(std::find(whole.records.begin(), whole.records.end(), part.records[1]) !=
        whole.records.end());
  CHECK(part.grids[0].rows[0].cells[0].significance ==
        whole.grids[0].rows[3].cells[2].significance);
}

TEST_CASE("shown part: what the results lack is refused with what they have") {
  CHECK(error_of([] {
          table_of_part({{"itq+sqb"}, {}, {}});
        }) ==
        "--hasher itq+sqb: the results have itq+sbq, itq+npq, pca+sbq, pca+npq, did you mean "
        "'itq+sbq'?");
  CHECK(error_of([] {
          table_of_part({{}, {"matched"}, {}});
        }) == Contains("--split matched: the results have literature, improved"));
  CHECK(error_of([] {
          table_of_part({{}, {}, {64}});
        }) == Contains("--bits 64: the results have 16, 32"));
}

}  // namespace hashlab::shown_part_test
