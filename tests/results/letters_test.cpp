#include "results/table/letters.h"
#include "results/statistics/inference.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::letters_test {

using namespace results;
using namespace testing;

namespace {

using Indices = std::vector<std::size_t>;

RunValues runs_of(const std::vector<double>& values) {
  RunValues runs;
  for (const double value : values) runs[runs.size() + 1] = value;
  return runs;
}

/// Ten runs around `middle`, in another order for each of four shapes.
RunValues around(double middle, double spread, std::size_t shape) {
  constexpr std::size_t strides[] = {1, 3, 7, 9};
  std::vector<double> values;
  for (std::size_t run = 0; run < 10; ++run) {
    const double step = static_cast<double>((run * strides[shape % 4]) % 10) - 4.5;
    values.push_back(middle + spread * step);
  }
  return runs_of(values);
}

std::vector<ResultRow> rows_of_hashers(std::size_t hashers) {
  std::vector<ResultRow> rows;
  for (std::size_t h = 0; h < hashers; ++h) {
    for (const auto& [run, value] : around(0.1 + 0.02 * static_cast<double>(h), 0.001, h)) {
      rows.push_back({"toy", "improved", "p" + std::to_string(h) + "+sbq", 32, run, "map", value});
    }
  }
  return rows;
}

Table lettered(const std::vector<ResultRow>& rows, PairedTest test = PairedTest::corrected,
               double ratio = 0) {
  TableOptions options;
  options.metric = "map";
  options.letters = true;
  options.test = test;
  options.hasher_ratio = ratio;
  return make_table(rows, options, {});
}

}  // namespace

TEST_CASE("letters: a row is better than those that lie below by more than the runs vary") {
  const std::vector<RunValues> rows = {around(.30, .001, 0), around(.20, .001, 1),
                                       around(.2005, .01, 2), around(.40, .001, 3)};
  for (const PairedTest test : {PairedTest::corrected, PairedTest::wilcoxon}) {
    const auto better = better_than(rows, {test, 0.1, 0.05});
    REQUIRE(better.size() == 4);
    CHECK(better[0] == Indices{1, 2});
    CHECK(better[1].empty());
    CHECK(better[2].empty());
    CHECK(better[3] == Indices{0, 1, 2});
  }
}

TEST_CASE("letters: overlap of the runs and the number of pairs make a difference harder to show") {
  // Differences of mean .010 and standard deviation .0092: t is 3.44 without correction, p = .0074.
  const std::vector<double> d = {.012, .021, -.004, .008, .015, .022, .001, -.002, .009, .018};
  std::vector<double> other;
  for (const double x : d) other.push_back(.2 + x);
  std::vector<RunValues> rows = {runs_of(std::vector<double>(10, .2)), runs_of(other)};
  CHECK(better_than(rows, {PairedTest::corrected, 0, .05})[1] == Indices{0});
  // ratio .2: the standard error is sqrt(3) times as large, t = 1.99.
  CHECK(better_than(rows, {PairedTest::corrected, .2, .05})[1].empty());
  // Ten pairs among five rows: Holm's first step asks for p < .005, and these have nothing to
  // offer.
  for (std::size_t i = 0; i < 3; ++i) rows.push_back(rows[0]);
  CHECK(better_than(rows, {PairedTest::corrected, 0, .05})[1].empty());
}

TEST_CASE("letters: pairs are by run number; rows that share no run are not compared") {
  std::vector<RunValues> rows = {around(.3, .001, 0), around(.2, .001, 1), {}};
  CHECK(better_than(rows, {})[0] == Indices{1});
  RunValues later;
  for (const auto& [run, value] : rows[1]) later[run + 10] = value;
  rows[1] = later;
  CHECK(better_than(rows, {})[0].empty());
  CHECK(better_than({runs_of({.5}), runs_of({.1})}, {})[0].empty());  // one run shows nothing
}

TEST_CASE(
    "letters: labels are letters, ranges of four or more are joined, beyond 26 rows numbers") {
  CHECK(row_label(0, 26) == "a");
  CHECK(row_label(25, 26) == "z");
  CHECK(row_label(25, 27) == "26");
  CHECK(row_labels({}, 5).empty());
  CHECK(row_labels({0, 1, 2}, 5) == "abc");
  CHECK(row_labels({0, 1, 2, 3}, 5) == "a-d");
  CHECK(row_labels({0, 2, 3, 4, 5, 9}, 12) == "ac-fj");
  CHECK(row_labels({0, 2, 3, 4, 5, 9}, 30) == "1,3-6,10");
}

TEST_CASE("letters: what no number of runs at hand can reach is known") {
  CHECK(letters_possible({PairedTest::wilcoxon, 0, .05}, 6, 2));
  CHECK_FALSE(letters_possible({PairedTest::wilcoxon, 0, .05}, 5, 2));
  CHECK_FALSE(letters_possible({PairedTest::wilcoxon, 0, .05}, 10, 20));  // 190 pairs x 2 / 1024
  CHECK(letters_possible({}, 2, 20));
  CHECK_FALSE(letters_possible({}, 1, 2));
  CHECK(lettered(rows_of_hashers(3), PairedTest::wilcoxon).footnotes.size() == 2);
  const Table many = lettered(rows_of_hashers(20), PairedTest::wilcoxon);
  REQUIRE(many.footnotes.size() == 3);
  CHECK(many.footnotes[2] == "so few runs cannot reach that, whatever the difference");
}

TEST_CASE("letters: every format shows them") {
  std::vector<ResultRow> rows = rows_of_hashers(3);
  for (std::size_t run = 1; run <= 10; ++run) {
    rows.push_back({"toy", "improved", "cosine", std::nullopt, run, "map", .9});
  }
  const Table table = lettered(rows, PairedTest::corrected, .1);
  CHECK(format_table(table, TableFormat::text) == R"(map on toy

                            ----- 32 bits ------
   hasher                         improved
------------------------------------------------
a  p0+sbq                    0.1000  ± 0.0030
b  p1+sbq                    0.1200  ± 0.0030 a
c  p2+sbq                   [0.1400] ± 0.0030 ab

   cosine (uncompressed)     0.9000  ± 0.0000

[ ]: best of its column
mean ± standard deviation over 10 runs
(uncompressed): ranked by real-valued distance, without codes, so the same for any bits
letters behind a value: the rows it is better than, p < 0.05 by the two-sided corrected resampled t-test (ratio 0.1) over paired runs, with Holm's correction over all pairs of rows of the column
)");
  const std::string md = format_table(table, TableFormat::md);
  CHECK(md == Contains("| <sup>c</sup> p2+sbq | **0.1400** ± 0.0030<sup>ab</sup> |"));
  CHECK(md == Contains("| cosine (uncompressed) | 0.9000 ± 0.0000 |"));
  CHECK(format_table(table, TableFormat::tex) ==
        Contains("\\textsuperscript{c}p2+sbq & $\\mathbf{0.1400} \\pm "
                 "0.0030$\\textsuperscript{ab} \\\\"));
  const std::vector<std::string> csv = lines_of(format_table(table, TableFormat::csv));
  CHECK(csv.at(0) == Contains(",pairs,better_than"));
  CHECK(csv.at(1).ends_with(","));
  CHECK(csv.at(3).ends_with(",p0+sbq p1+sbq"));
}

TEST_CASE("letters: more than 26 rows are numbered in every format") {
  std::vector<ResultRow> rows = rows_of_hashers(28);
  for (std::size_t i = 0; i < rows.size(); ++i) {  // no two rows may differ by the same in all runs
    rows[i].value += 1e-6 * static_cast<double>((i * i) % 97);
  }
  const Table table = lettered(rows);
  CHECK(table.grids[0].rows.back().label == "28");
  CHECK(table.grids[0].rows.back().cells[0].letters == "1-27");
  CHECK(format_table(table, TableFormat::text) == Contains("numbers behind a value"));
}

}  // namespace hashlab::letters_test
