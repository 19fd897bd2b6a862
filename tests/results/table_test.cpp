#include "results/table/table.h"
#include "lib/error.h"
#include "lib/options.h"
#include "results/compare/baseline.h"
#include "results/format/table_format.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::table_test {

using namespace results;
using hashlab::testing::Contains;

namespace {

void add_runs(std::vector<ResultRow>& rows, const std::string& hasher, std::size_t bits,
              const std::string& split, const std::vector<double>& values) {
  std::size_t run = 0;
  for (const double value : values) {
    rows.push_back({"toy", split, hasher, bits, ++run, "auprc", value});
  }
}

/// Two projections, two splits; pca+sbq lacks the improved split.
std::vector<ResultRow> small_results() {
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 32, "improved", {.25, .27});
  add_runs(rows, "itq+sbq", 32, "literature", {.26, .29});
  add_runs(rows, "itq+npq", 32, "literature", {.36, .40});
  add_runs(rows, "itq+npq", 32, "improved", {.37});
  add_runs(rows, "pca+sbq", 32, "literature", {.04, .04});
  return rows;
}

/// Runs of a baseline and of a method that is better in all but the first `worse` runs.
std::vector<ResultRow> paired_results(std::size_t runs, std::size_t worse) {
  std::vector<double> base;
  std::vector<double> method;
  for (std::size_t run = 0; run < runs; ++run) {
    const double step = .001 * static_cast<double>(run + 1);
    base.push_back(.2);
    method.push_back(run < worse ? .2 - step : .2 + step);
  }
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 32, "improved", base);
  add_runs(rows, "itq+npq", 32, "improved", method);
  return rows;
}

/// The thesis's test, which tables take on request.
TableOptions by_wilcoxon(const std::string& baseline, std::size_t precision = 4) {
  TableOptions options;
  options.precision = precision;
  options.baseline = baseline;
  options.test = PairedTest::wilcoxon;
  return options;
}

std::vector<std::string> row_names(const TableGrid& grid) {
  std::vector<std::string> names;
  for (const TableRow& row : grid.rows) names.push_back((row.starts_block ? "/" : "") + row.name);
  return names;
}

bool has_footnote(const Table& table, const std::string& part) {
  return std::any_of(table.footnotes.begin(), table.footnotes.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("table: text") {
  TableOptions options;
  options.baseline = "+sbq";
  options.hasher_ratio = .1;
  options.strategy_ratio = .05;
  const Table table = make_table(small_results(), options, {"auprc: area"});
  CHECK(format_table(table, TableFormat::text) == R"(auprc on toy

           ---------------- 32 bits -----------------
hasher         literature             improved
-----------------------------------------------------
itq+sbq     0.2750  ± 0.0212     0.2600  ± 0.0141
itq+npq    [0.3800] ± 0.0283 ▲  [0.3700]          (1)

pca+sbq     0.0400  ± 0.0000          -

auprc on toy, literature - improved split

           --------- 32 bits ----------
hasher          difference         p
---------------------------------------
itq+sbq    +0.0150 ± 0.0071      0.4282
itq+npq    -0.0100          (1)  1.0000

pca+sbq          -                    -

[ ]: best of its column
mean ± standard deviation over 2 runs; (n): over n runs only
'-': no result
▲ better, ▼ worse than the same projection with sbq: p < 0.05, twice: p < 0.01; two-sided corrected resampled t-test (ratio 0.1) over paired runs, with Holm's correction over all methods and code lengths of a split
literature - improved: mean difference over 2 paired runs ((n): over n only), above zero where the literature split scores higher, through ranked training samples and a larger database together; p of the two-sided corrected resampled t-test (ratio 0.05), with Holm's correction over all methods and code lengths
fewer than 2 pairs cannot reach p < 0.05, whatever the difference
auprc: area
)");
}

TEST_CASE("table: text with Wilcoxon's marks is what tables were before the corrected test") {
  const Table table = make_table(small_results(), by_wilcoxon("+sbq"), {"auprc: area"});
  CHECK(format_table(table, TableFormat::text) == R"(auprc on toy

           --------------- 32 bits ----------------
hasher        literature            improved
---------------------------------------------------
itq+sbq     0.2750  ± 0.0212   0.2600  ± 0.0141
itq+npq    [0.3800] ± 0.0283  [0.3700]          (1)

pca+sbq     0.0400  ± 0.0000        -

auprc on toy, literature - improved split

           --------- 32 bits ----------
hasher          difference         p
---------------------------------------
itq+sbq    +0.0150 ± 0.0071      0.5000
itq+npq    -0.0100          (1)  1.0000

pca+sbq          -                    -

[ ]: best of its column
mean ± standard deviation over 2 runs; (n): over n runs only
'-': no result
▲ better, ▼ worse than the same projection with sbq: p < 0.05, twice: p < 0.01; two-sided Wilcoxon signed-rank test over paired runs, not corrected for the number of tests
literature - improved: mean difference over 2 paired runs ((n): over n only), above zero where the literature split scores higher, through ranked training samples and a larger database together; p of the two-sided Wilcoxon signed-rank test
fewer than 6 pairs cannot reach p < 0.05, whatever the difference
auprc: area
)");
}

TEST_CASE("table: Markdown") {
  const Table table = make_table(small_results(), {"auprc", 2, ""}, {"a | b"});
  CHECK(format_table(table, TableFormat::md) == R"(**auprc on toy**

| hasher | 32 bits, literature | 32 bits, improved |
| :-- | --: | --: |
| itq+sbq | 0.28 ± 0.02 | 0.26 ± 0.01 |
| itq+npq | **0.38** ± 0.03 | **0.37** (1) |
| | | |
| pca+sbq | 0.04 ± 0.00 | - |

**auprc on toy, literature - improved split**

| hasher | 32 bits, difference | 32 bits, p |
| :-- | --: | --: |
| itq+sbq | +0.01 ± 0.01 | 0.4097 |
| itq+npq | -0.01 (1) | 1.0000 |
| | | |
| pca+sbq | - | - |

- bold: best of its column
- mean ± standard deviation over 2 runs; (n): over n runs only
- '-': no result
- literature - improved: mean difference over 2 paired runs ((n): over n only), above zero where the literature split scores higher, through ranked training samples and a larger database together; p of the two-sided corrected resampled t-test (ratio 0), with Holm's correction over all methods and code lengths
- fewer than 2 pairs cannot reach p &lt; 0.05, whatever the difference
- a \| b
)");
}

TEST_CASE("table: LaTeX") {
  const Table table = make_table(small_results(), {"auprc", 2, ""}, {"50 % of a_b & #1"});
  CHECK(format_table(table, TableFormat::tex) == R"(% needs \usepackage{amssymb,booktabs}
% auprc on toy
\begin{tabular}{lll}
\toprule
 & \multicolumn{2}{c}{32 bits} \\
\cmidrule(lr){2-3}
hasher & literature & improved \\
\midrule
itq+sbq & $0.28 \pm 0.02$ & $0.26 \pm 0.01$ \\
itq+npq & $\mathbf{0.38} \pm 0.03$ & $\mathbf{0.37}$ (1) \\
\midrule
pca+sbq & $0.04 \pm 0.00$ & -- \\
\bottomrule
\end{tabular}
\par\medskip
% auprc on toy, literature - improved split
\begin{tabular}{llr}
\toprule
 & \multicolumn{2}{c}{32 bits} \\
\cmidrule(lr){2-3}
hasher & difference & p \\
\midrule
itq+sbq & $+0.01 \pm 0.01$ & $0.4097$ \\
itq+npq & $-0.01$ (1) & $1.0000$ \\
\midrule
pca+sbq & -- & -- \\
\bottomrule
\end{tabular}
\par\smallskip
{\footnotesize
bold: best of its column\par
mean $\pm$ standard deviation over 2 runs; (n): over n runs only\par
'-': no result\par
literature - improved: mean difference over 2 paired runs ((n): over n only), above zero where the literature split scores higher, through ranked training samples and a larger database together; p of the two-sided corrected resampled t-test (ratio 0), with Holm's correction over all methods and code lengths\par
fewer than 2 pairs cannot reach p $<$ 0.05, whatever the difference\par
50 \% of a\_b \& \#1\par
}
)");
}

TEST_CASE("table: CSV has every number once at full precision") {
  const Table table = make_table(small_results(), {"auprc", 4, "itq+sbq"}, {"not in CSV"});
  CHECK(format_table(table, TableFormat::csv) ==
        R"(metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,baseline,pairs
auprc,itq+sbq,32,literature,2,0.275,0.021213203435596406,,,
auprc,itq+sbq,32,improved,2,0.26,0.014142135623730963,,,
auprc,itq+npq,32,literature,2,0.38,0.028284271247461926,0.06058468875347296,itq+sbq,2
auprc,itq+npq,32,improved,1,0.37,,1,itq+sbq,1
auprc,pca+sbq,32,literature,2,0.04,0,0.06058468875347296,itq+sbq,2
auprc,itq+sbq,32,literature-improved,2,0.014999999999999986,0.007071067811865442,0.40966552939826545,improved,2
auprc,itq+npq,32,literature-improved,1,-0.010000000000000009,,1,improved,1
)");
  const Table as_thesis = make_table(small_results(), by_wilcoxon("itq+sbq"), {"not in CSV"});
  CHECK(format_table(as_thesis, TableFormat::csv) ==
        R"(metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,baseline,pairs,test
auprc,itq+sbq,32,literature,2,0.275,0.021213203435596406,,,,
auprc,itq+sbq,32,improved,2,0.26,0.014142135623730963,,,,
auprc,itq+npq,32,literature,2,0.38,0.028284271247461926,0.5,itq+sbq,2,wilcoxon
auprc,itq+npq,32,improved,1,0.37,,1,itq+sbq,1,wilcoxon
auprc,pca+sbq,32,literature,2,0.04,0,0.5,itq+sbq,2,wilcoxon
auprc,itq+sbq,32,literature-improved,2,0.014999999999999986,0.007071067811865442,0.5,improved,2,wilcoxon
auprc,itq+npq,32,literature-improved,1,-0.010000000000000009,,1,improved,1,wilcoxon
)");
}

TEST_CASE("table: Wilcoxon's marks follow the sign and the p-value of the signed-rank test") {
  const auto mark = [](std::size_t runs, std::size_t worse) {
    const Table table = make_table(paired_results(runs, worse), by_wilcoxon("itq+sbq"), {});
    CHECK(table.grids[0].rows[0].cells[0].significance == 0);
    return table.grids[0].rows[1].cells[0].significance;
  };
  CHECK(mark(10, 0) == 2);
  CHECK(mark(10, 2) == 2);  // W = 1 + 2 = 3, p = .0098
  CHECK(mark(10, 3) == 1);  // W = 1 + 2 + 3 = 6
  CHECK(mark(10, 4) == 0);  // W = 10, p = .0840
  CHECK(mark(9, 3) == 0);   // W = 6, p = .0547
  CHECK(mark(10, 10) == -2);
  CHECK(mark(6, 0) == 1);
  CHECK(mark(6, 6) == -1);
  CHECK(mark(5, 0) == 0);
}

TEST_CASE("table: marks are those of hashlab compare: corrected t, Holm over a split") {
  // Five hashers of which each is a little better than the one before, under literature more so.
  std::vector<ResultRow> rows;
  for (const std::string split : {"literature", "improved"}) {
    const double step = split == "literature" ? .0012 : .001;
    for (std::size_t h = 0; h < 5; ++h) {
      std::vector<double> values;
      for (std::size_t run = 0; run < 10; ++run) {
        values.push_back(.2 + step * static_cast<double>(h) +
                         .001 * static_cast<double>((run * (2 * h + 3)) % 7));
      }
      add_runs(rows, "p" + std::to_string(h) + "+sbq", 32, split, values);
    }
  }
  TableOptions options;
  options.baseline = "p0+sbq";
  options.hasher_ratio = .05;
  const Table table = make_table(rows, options, {});
  const MetricResults results = metric_results(rows, "auprc");
  std::size_t marked = 0, lost = 0;
  for (std::size_t column = 0; column < 2; ++column) {
    const auto family = hasher_differences(results, "p0+sbq", results.splits[column], .05);
    REQUIRE(family.size() == 4);
    for (const PairedComparison& c : family) {
      const std::size_t row = static_cast<std::size_t>(c.first.hasher[1] - '0');
      const TableCell& cell = table.grids[0].rows[row].cells[column];
      CHECK(cell.significance == significance(c));
      CHECK(table.records[1 + 2 * row + column][7] == number_text(c.p_holm));
      marked += cell.significance != 0 ? 1 : 0;
      lost += cell.significance == 0 && c.p_wilcoxon < .05 ? 1 : 0;
    }
  }
  CHECK(marked > 0);
  CHECK(lost > 0);  // Wilcoxon alone would have marked more
  CHECK(has_footnote(table,
                     "two-sided corrected resampled t-test (ratio 0.05) over paired runs, with "
                     "Holm's correction over all methods and code lengths of a split"));
}

TEST_CASE("table: marks in text, Markdown and LaTeX") {
  const Table better = make_table(paired_results(10, 0), {"auprc", 4, "itq+sbq"}, {});
  const Table worse = make_table(paired_results(6, 6), by_wilcoxon("+sbq"), {});
  const auto has = [](const Table& table, TableFormat format, const std::string& part) {
    return format_table(table, format).find(part) != std::string::npos;
  };
  CHECK(has(better, TableFormat::text, "[0.2055] ± 0.0030 ▲▲\n"));
  CHECK(has(better, TableFormat::md, "**0.2055** ± 0.0030 ▲▲ |\n"));
  CHECK(has(better, TableFormat::tex,
            "$\\mathbf{0.2055} \\pm 0.0030^{\\blacktriangle\\blacktriangle}$"));
  CHECK(has(worse, TableFormat::text, "0.1965  ± 0.0019 ▼\n"));
  CHECK(has(worse, TableFormat::md, "| 0.1965 ± 0.0019 ▼ |"));
  CHECK(has(worse, TableFormat::tex, "$0.1965 \\pm 0.0019^{\\blacktriangledown}$"));
}

TEST_CASE("table: too few pairs for any mark is said, enough is not") {
  const auto said = [](std::size_t runs, const TableOptions& options, const std::string& note) {
    return has_footnote(make_table(paired_results(runs, 0), options, {}), note);
  };
  CHECK(said(5, by_wilcoxon("+sbq"), "fewer than 6 pairs"));
  CHECK_FALSE(said(6, by_wilcoxon("+sbq"), "fewer than"));
  CHECK(said(1, {"auprc", 4, "+sbq"}, "fewer than 2 pairs"));
  CHECK_FALSE(said(2, {"auprc", 4, "+sbq"}, "fewer than"));
}

TEST_CASE("table: pairs are by run number, runs of one side only do not count") {
  std::vector<ResultRow> rows = paired_results(10, 0);
  for (ResultRow& row : rows) {
    if (row.hasher == "itq+npq") row.run += 4;  // runs 5 .. 14, six in common
  }
  const Table table = make_table(rows, {"auprc", 4, "itq+sbq"}, {});
  CHECK(table.grids[0].rows[1].cells[0].significance == 2);  // t = 4.58 with 5 degrees of freedom
  CHECK(table.records[2].back() == "6");
}

TEST_CASE("table: the order of the rows of a run does not matter to pairing") {
  std::vector<ResultRow> rows = paired_results(8, 2);
  const auto numbers = make_table(rows, {"auprc", 4, "itq+sbq"}, {}).records;
  std::reverse(rows.begin() + 8, rows.end());
  CHECK(make_table(rows, {"auprc", 4, "itq+sbq"}, {}).records == numbers);
}

TEST_CASE("table: hashers stand together by projection in order of first appearance") {
  std::vector<ResultRow> rows;
  for (const char* hasher : {"sh+sbq", "itq+sbq", "sh+npq", "itq+npq:thresholds=7"}) {
    add_runs(rows, hasher, 16, "improved", {.1});
  }
  CHECK(row_names(make_table(rows, {}, {}).grids[0]) ==
        std::vector<std::string>{"sh+sbq", "sh+npq", "/itq+sbq", "itq+npq:thresholds=7"});
}

TEST_CASE("table: one hasher a projection needs no blocks") {
  std::vector<ResultRow> rows;
  for (const char* hasher : {"sh+sbq", "itq+sbq"}) add_runs(rows, hasher, 16, "improved", {.1});
  CHECK(row_names(make_table(rows, {}, {}).grids[0]) ==
        std::vector<std::string>{"sh+sbq", "itq+sbq"});
}

TEST_CASE("table: bits ascend and the literature split comes first") {
  std::vector<ResultRow> rows;
  for (const char* split : {"other", "improved", "literature"}) {
    for (const std::size_t bits : {64U, 16U}) add_runs(rows, "itq+sbq", bits, split, {.1});
  }
  const TableGrid grid = make_table(rows, {}, {}).grids[0];
  REQUIRE(grid.groups.size() == 2);
  CHECK(grid.groups[0].name == "16 bits");
  CHECK(grid.groups[1].name == "64 bits");
  CHECK(grid.groups[0].columns == std::vector<std::string>{"literature", "improved", "other"});
}

TEST_CASE("table: a single run prints without a standard deviation") {
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 16, "improved", {.125});
  CHECK(format_table(make_table(rows, {}, {}), TableFormat::text) == R"(auprc on toy

           - 16 bits -
hasher      improved
----------------------
itq+sbq      0.1250

one run, so there is no standard deviation
)");
}

TEST_CASE("table: equal means are both best, a column of equal means has no best") {
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 16, "improved", {.5});
  add_runs(rows, "itq+npq", 16, "improved", {.5});
  CHECK_FALSE(make_table(rows, {}, {}).grids[0].rows[0].cells[0].best);
  add_runs(rows, "itq+rnd", 16, "improved", {.25});
  const TableGrid grid = make_table(rows, {}, {}).grids[0];
  CHECK(grid.rows[0].cells[0].best);
  CHECK(grid.rows[1].cells[0].best);
  CHECK_FALSE(grid.rows[2].cells[0].best);
}

TEST_CASE("table: a baseline quantiser is found under the settings of the projection") {
  std::vector<ResultRow> rows = paired_results(10, 0);
  for (ResultRow& row : rows) row.hasher = "sklsh" + row.hasher.substr(3) + ":gamma=1";
  const Table table = make_table(rows, {"auprc", 4, "+sbq"}, {});
  CHECK(table.grids.at(0).rows.at(0).cells.at(0).significance == 0);
  CHECK(table.grids.at(0).rows.at(1).cells.at(0).significance == 2);
  CHECK_FALSE(has_footnote(table, "no marks"));
}

TEST_CASE("table: a baseline quantiser is that of the same projection") {
  std::vector<ResultRow> rows = paired_results(10, 0);
  add_runs(rows, "pca+npq", 32, "improved", {.1, .11, .1, .1, .1, .1, .1, .1, .1, .1});
  const Table table = make_table(rows, {"auprc", 4, "+sbq"}, {});
  CHECK(table.grids[0].rows[1].cells[0].significance == 2);
  CHECK(table.grids[0].rows[2].cells[0].significance == 0);
  CHECK(has_footnote(table, "no marks for pca: there is no pca+sbq"));
  CHECK(make_table(rows, {"auprc", 4, "itq+sbq"}, {}).grids[0].rows[2].cells[0].significance == -2);
}

TEST_CASE("table: the difference of the splits is tested over paired runs") {
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 32, "literature", {.21, .22, .23, .24, .25, .26});
  add_runs(rows, "itq+sbq", 32, "improved", {.20, .20, .20, .20, .20, .20});
  const Table table = make_table(rows, {}, {});
  REQUIRE(table.grids.size() == 2);
  const std::vector<TableCell>& cells = table.grids[1].rows[0].cells;
  CHECK(cells[0].value == "+0.0350");
  CHECK(cells[0].spread == "0.0187");
  CHECK(cells[1].value == "0.0059");  // t = 4.58 with 5 degrees of freedom
  CHECK_FALSE(has_footnote(table, "fewer than"));
  const Table as_thesis = make_table(rows, by_wilcoxon(""), {});
  CHECK(as_thesis.grids[1].rows[0].cells[1].value == "0.0312");  // 2 / 64, half to even
}

TEST_CASE("table: no grid of differences if the splits share no run") {
  std::vector<ResultRow> rows;
  add_runs(rows, "itq+sbq", 32, "literature", {.2});
  add_runs(rows, "itq+npq", 32, "improved", {.2});
  CHECK(make_table(rows, {}, {}).grids.size() == 1);
}

TEST_CASE("table: names in LaTeX and Markdown are escaped, in CSV quoted") {
  std::vector<ResultRow> rows;
  add_runs(rows, "a_b+c:x=1,y=\"2\"", 16, "im|proved%", {.5});
  const Table table = make_table(rows, {}, {"x^2 ~ {β} < 1 \\ $"});
  CHECK(format_table(table, TableFormat::md).find("| 16 bits, im\\|proved% |") !=
        std::string::npos);
  const std::string tex = format_table(table, TableFormat::tex);
  CHECK(tex.find("\na\\_b+c:x=1,y=\"2\" & $0.5000$ \\\\\n") != std::string::npos);
  CHECK(tex.find("hasher & im\\textbar{}proved\\% \\\\\n") != std::string::npos);
  CHECK(tex.find("x\\textasciicircum{}2 \\textasciitilde{} \\{$\\beta$\\} $<$ 1 "
                 "\\textbackslash{} \\$\\par\n") != std::string::npos);
  CHECK(format_table(table, TableFormat::csv)
            .find("auprc,\"a_b+c:x=1,y=\"\"2\"\"\",16,im|proved%,1,0.5,,,,\n") !=
        std::string::npos);
}

TEST_CASE("table: what cannot be tabulated is refused with a remedy") {
  const std::vector<ResultRow> rows = small_results();
  CHECK_THROWS_WITH_AS(make_table(rows, {"auprcs", 4, ""}, {}),
                       "no result of metric 'auprcs', did you mean 'auprc'?, there are: auprc",
                       Error);
  CHECK_THROWS_WITH_AS(make_table({}, {}, {}),
                       "no result of metric 'auprc', there are: none at all", Error);
  CHECK_THROWS_WITH_AS(make_table(rows, {"auprc", 4, "sh+dbq"}, {}),
                       "baseline 'sh+dbq' is not among these results, there are: itq+sbq, itq+npq, "
                       "pca+sbq",
                       Error);
  CHECK_THROWS_WITH_AS(make_table(rows, {"auprc", 4, "+rnd"}, {}),
                       "baseline '+rnd' is not among these results, there are: +sbq, +npq", Error);
  CHECK_THROWS_WITH_AS(make_table(rows, {"auprc", 18, ""}, {}),
                       "table precision = 18, must be 0 .. 17", Error);

  std::vector<ResultRow> bad = rows;
  bad.push_back(rows.front());
  CHECK_THROWS_WITH_AS(make_table(bad, {}, {}),
                       "result auprc itq+sbq 32 bits improved run 1 is there twice, remove the "
                       "stale one",
                       Error);
  bad = rows;
  bad.back().dataset = "other";
  CHECK_THROWS_WITH_AS(make_table(bad, {}, {}),
                       "results of data sets 'toy' and 'other' in one table, expected one data "
                       "set, make a table of each",
                       Error);
  bad = rows;
  bad.back().value = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH_AS(make_table(bad, {}, {}),
                       "result auprc pca+sbq 32 bits literature run 2 is inf, expected a finite "
                       "value",
                       Error);
}

TEST_CASE("table: what is a mean over no query is a dash, nan in CSV, and told") {
  std::vector<ResultRow> rows = small_results();
  for (ResultRow& row : rows) {
    if (row.hasher == "pca+sbq") row.value = std::numeric_limits<double>::quiet_NaN();
  }
  const Table table = make_table(rows, {}, {});
  const std::string text = format_table(table, TableFormat::text);
  CHECK(text == Contains("'-': no query has a relevant item, so there is no value"));
  CHECK(format_table(table, TableFormat::csv) == Contains("\nauprc,pca+sbq,32,literature,0,nan,,"));
  for (ResultRow& row : rows) row.value = std::numeric_limits<double>::quiet_NaN();
  CHECK_NOTHROW(make_table(rows, {}, {}));
}

TEST_CASE("table: format names") {
  CHECK(parse_table_format("text") == TableFormat::text);
  CHECK(parse_table_format("md") == TableFormat::md);
  CHECK(parse_table_format("csv") == TableFormat::csv);
  CHECK(parse_table_format("tex") == TableFormat::tex);
  CHECK_THROWS_WITH_AS(parse_table_format("txt"),
                       "unknown table format 'txt', did you mean 'text'?, expected text | md | csv "
                       "| tex",
                       Error);
}

TEST_CASE("table: values of which a tenth or more is dropped are marked, and a footnote says it") {
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& hasher, const std::string& metric, double value) {
    for (std::size_t run = 1; run <= 2; ++run) {
      rows.push_back({"toy", "improved", hasher, 32, run, metric, value});
    }
  };
  add("lsh+sbq", "auprc", .20);
  add("lsh+sbq", "auprc-anchored", .21);
  add("sdh+sbq", "auprc", .425);
  add("sdh+sbq", "auprc-anchored", .956);
  TableOptions options;
  CHECK_FALSE(has_footnote(make_table(rows, options, {}), "†"));
  options.whole = "auprc-anchored";
  const Table table = make_table(rows, options, {});
  const TableGrid& grid = table.grids.front();
  CHECK_FALSE(grid.rows.at(0).cells.at(0).incomplete);
  CHECK(grid.rows.at(1).cells.at(0).incomplete);
  CHECK(has_footnote(table, "up to 56 % here (1 - auprc / auprc-anchored)"));
  CHECK(format_table(table, TableFormat::text) == Contains("[0.4250]† ± 0.0000"));
  CHECK(format_table(table, TableFormat::text) == Contains(" 0.2000   ± 0.0000"));
  CHECK(format_table(table, TableFormat::md) == Contains("| **0.4250**† ± 0.0000 |"));
  CHECK(format_table(table, TableFormat::tex) == Contains("$\\mathbf{0.4250}^{\\dagger} \\pm"));
  rows.resize(4);
  CHECK_FALSE(has_footnote(make_table(rows, options, {}), "†"));
}

}  // namespace hashlab::table_test
