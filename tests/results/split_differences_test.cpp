#include "results/compare/split_differences.h"
#include "lib/options.h"
#include "results/compare/compare_splits.h"
#include "results/report/gather.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab::split_differences_test {

using namespace results;
using namespace testing;

namespace {

using Pairs = std::vector<Strategies>;

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

TEST_CASE("split differences: literature and matched are compared with improved, others not") {
  CHECK(compared_with_improved({"literature", "improved"}) == Pairs{{"literature", "improved"}});
  CHECK(compared_with_improved({"literature", "improved", "matched", "class-disjoint"}) ==
        Pairs{{"literature", "improved"}, {"matched", "improved"}});
  CHECK(compared_with_improved({"literature", "matched"}).empty());
  CHECK(compared_with_improved({"improved:a=1", "matched:a=1", "literature"}) ==
        Pairs{{"matched:a=1", "improved:a=1"}});
}

TEST_CASE("split differences: hashers are one family of Holm's, reference rankings another") {
  std::vector<ResultRow> rows;
  for (std::size_t run = 1; run <= 6; ++run) {
    const double wave = static_cast<double>(run % 3) - 1;
    for (const auto& [hasher, bits, difference] : {std::tuple{"itq+sbq", 16U, .01},
                                                   {"itq+sbq", 32U, .004},
                                                   {"pca+sbq", 16U, .002},
                                                   {"cosine", 0U, .003}}) {
      rows.push_back({"toy", "improved", hasher, bits_from_stored(bits), run, "auprc", .2});
      rows.push_back({"toy", "literature", hasher, bits_from_stored(bits), run, "auprc",
                      .2 + difference + .002 * wave});
    }
  }
  const SplitDifferences found =
      split_differences(metric_results(rows, "auprc"), {"literature", "improved"}, .02);
  REQUIRE(found.hashers.size() == 3);
  std::vector<double> p, adjusted;
  for (const PairedComparison& c : found.hashers) {
    p.push_back(c.difference.p_value);
    adjusted.push_back(c.p_holm);
  }
  CHECK(adjusted == holm(p));
  REQUIRE(found.references.size() == 1);
  CHECK(found.references[0].p_holm == found.references[0].difference.p_value);
  CHECK(found.references[0].first == Combination{"literature", "cosine", std::nullopt});
}

TEST_CASE("split differences: the table, hashlab compare and the report say the same") {
  std::vector<ResultRow> rows;
  StudyFacts facts;
  facts.dataset = "toy";
  facts.splits = {"literature", "improved"};
  facts.hashers = {"itq+sbq", "pca+sbq", "sh+sbq"};
  facts.bits = {16};
  facts.hasher_ratio = .04;
  facts.strategy_ratio = .02;
  ReportGatherer gatherer(facts, {metric("map")});
  for (std::size_t h = 0; h < facts.hashers.size(); ++h) {
    for (std::size_t run = 1; run <= 5; ++run) {
      for (const std::string& split : facts.splits) {
        const std::size_t noise = (run * (h + 3)) % 7;  // differs between runs
        CellRecord cell;
        cell.split = split;
        cell.hasher = facts.hashers[h];
        cell.bits = 16;
        cell.run = run;
        cell.metrics["map"] =
            split == "improved" ? .3 : .3 + .004 * static_cast<double>((h + 1) * noise + 1);
        cell.counts.n_queries = 1;
        cell.counts.distances = CodeDistances{1};
        cell.counts.all = {1};
        cell.counts.relevant = {1};
        gatherer.add(cell);
        rows.push_back({"toy", split, cell.hasher, 16, run, "map", cell.metrics["map"]});
      }
    }
  }
  TableOptions options;
  options.metric = "map";
  options.hasher_ratio = facts.hasher_ratio;
  options.strategy_ratio = facts.strategy_ratio;
  const Table table = make_table(rows, options, {});
  ComparisonOptions comparison;
  comparison.hasher_ratio = facts.hasher_ratio;
  comparison.strategy_ratio = facts.strategy_ratio;
  const Table compared = compare_splits(metric_results(rows, "map"), comparison, {});
  const auto& header = compared.records[0];
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  const DatasetReport report = gatherer.finish();
  const std::vector<PairedComparison>& differences = report.differences.at(0).of_hashers;
  REQUIRE(differences.size() == 3);
  for (std::size_t h = 0; h < 3; ++h) {
    const std::vector<std::string>& line = table.records.at(1 + 2 * 3 + h);
    CHECK(line.at(1) == facts.hashers[h]);
    CHECK(line.at(3) == "literature-improved");
    CHECK(line.at(7) == number_text(differences[h].p_holm));
    CHECK(line.at(5) == number_text(differences[h].difference.mean));
    CHECK(compared.records.at(1 + h).at(column("hasher_a")) == facts.hashers[h]);
    CHECK(compared.records.at(1 + h).at(column("p_holm")) == line.at(7));
    CHECK(compared.records.at(1 + h).at(column("difference")) == line.at(5));
  }
}

TEST_CASE("split differences: a grid, a footnote and records each, strategies in their order") {
  const std::vector<ResultRow> rows = results_of({{"matched", .3},
                                                  {"class-disjoint:test-classes=0.25", .1},
                                                  {"improved", .2},
                                                  {"literature", .4}});
  const Table table = make_table(rows, {}, {});
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
                 "ranking the training samples raises the score, at equal database size; p of the "
                 "two-sided corrected resampled t-test (ratio 0), with Holm's correction over "
                 "all methods and code lengths\n"));
  const std::vector<std::string> csv = lines_of(format_table(table, TableFormat::csv));
  REQUIRE(csv.size() == 1 + 4 + 2);
  CHECK(csv[5] == Contains("auprc,itq+sbq,32,literature-improved,6,0.2007"));
  CHECK(csv[6] == Contains("auprc,itq+sbq,32,matched-improved,6,0.1003"));
  TableOptions options;
  options.test = PairedTest::wilcoxon;
  const Table as_thesis = make_table(rows, options, {});
  CHECK(format_table(as_thesis, TableFormat::text) ==
        Contains("at equal database size; p of the two-sided Wilcoxon signed-rank test\n"));
  CHECK(lines_of(format_table(as_thesis, TableFormat::csv))[6] ==
        Contains(",0.03125,improved,6,wilcoxon"));
}

}  // namespace hashlab::split_differences_test
