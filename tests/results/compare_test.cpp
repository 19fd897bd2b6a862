#include "lib/error.h"
#include "lib/options.h"
#include "results/compare/baseline.h"
#include "results/compare/compare_hashers.h"
#include "results/compare/compare_splits.h"
#include "results/compare/ranking_changes.h"
#include "results/compare/split_differences.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hashlab::compare_test {

using namespace results;
using namespace testing;

namespace {

/// Values that are `base` and a part that changes from run to run, the same for all who share
/// `seed`.
void add_runs(std::vector<ResultRow>& rows, const std::string& split, const std::string& hasher,
              CodeBits bits, double base, double step, std::size_t runs = 10) {
  for (std::size_t run = 1; run <= runs; ++run) {
    const double wave = static_cast<double>(run % 3) - 1;
    rows.push_back({"set", split, hasher, bits, run, "auprc", base + step * wave});
  }
}

/// Under literature b leads by far, under improved a.
std::vector<ResultRow> swapped() {
  std::vector<ResultRow> rows;
  for (const std::size_t bits : {16u, 32u}) {
    add_runs(rows, "literature", "lsh+sbq", bits, 0.30, 0.001);
    add_runs(rows, "literature", "pca+sbq", bits, 0.40, 0.002);
    add_runs(rows, "literature", "itq+sbq", bits, 0.20, 0.003);
    add_runs(rows, "improved", "lsh+sbq", bits, 0.29, 0.002);
    add_runs(rows, "improved", "pca+sbq", bits, 0.25, 0.001);
    add_runs(rows, "improved", "itq+sbq", bits, 0.20, 0.003);
  }
  return rows;
}

ComparisonOptions plain_options() {
  ComparisonOptions options;
  options.hasher_ratio = 0.03;
  options.strategy_ratio = 0.02;
  return options;
}

Table by_split(const std::vector<ResultRow>& rows) {
  return compare_splits(metric_results(rows, "auprc"), plain_options(), {});
}

/// The lines of a table's records as maps from column to field.
std::vector<std::map<std::string, std::string>> lines(const Table& table) {
  std::vector<std::map<std::string, std::string>> found;
  for (std::size_t i = 1; i < table.records.size(); ++i) {
    REQUIRE(table.records[i].size() == table.records[0].size());
    std::map<std::string, std::string> line;
    for (std::size_t c = 0; c < table.records[0].size(); ++c) {
      line[table.records[0][c]] = table.records[i][c];
    }
    found.push_back(line);
  }
  return found;
}

std::vector<std::map<std::string, std::string>> lines_of_kind(const Table& table,
                                                              const std::string& kind) {
  auto found = lines(table);
  std::erase_if(found, [&](auto& line) { return line.at("kind") != kind; });
  return found;
}

std::string refused(const std::vector<ResultRow>& rows) {
  try {
    by_split(rows);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("compare: differences between strategies are those of runs, with corrected tests") {
  const Table table = by_split(swapped());
  const auto found = lines_of_kind(table, "strategy");
  REQUIRE(found.size() == 6);
  std::vector<double> p, d;
  for (std::size_t run = 1; run <= 10; ++run) {
    d.push_back(0.4 + 0.002 * (static_cast<double>(run % 3) - 1) -
                (0.25 + 0.001 * (static_cast<double>(run % 3) - 1)));
  }
  const ResampledT expected = corrected_resampled_t(d, 0.02);
  for (const auto& line : found) {
    p.push_back(std::stod(line.at("p")));
    if (line.at("hasher_a") != "pca+sbq") continue;
    CHECK(line.at("split_a") == "literature");
    CHECK(line.at("split_b") == "improved");
    CHECK(line.at("runs") == "10");
    CHECK(std::stod(line.at("difference")) == doctest::Approx(expected.mean));
    CHECK(std::stod(line.at("low")) == doctest::Approx(expected.low));
    CHECK(std::stod(line.at("p")) == doctest::Approx(expected.p_value));
    CHECK(std::stod(line.at("relative")) ==
          doctest::Approx(expected.mean / std::stod(line.at("mean_b"))));
    CHECK(line.at("wins") == "10");
    CHECK(line.at("losses") == "0");
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(std::stod(found[i].at("p_holm")) == doctest::Approx(adjusted[i]));
  }
}

TEST_CASE("compare: strategies that agree in every run differ by nothing, at p = 1") {
  const auto found = lines_of_kind(by_split(swapped()), "strategy");
  const auto same = std::find_if(found.begin(), found.end(),
                                 [](const auto& line) { return line.at("hasher_a") == "itq+sbq"; });
  REQUIRE(same != found.end());
  CHECK(same->at("difference") == "0");
  CHECK(same->at("p") == "1");
  CHECK(same->at("ties") == "10");
  CHECK(same->at("dz").empty());
}

TEST_CASE("compare: a change of winner is named, with the pairs that change places") {
  const Table table = by_split(swapped());
  const auto rankings = lines_of_kind(table, "ranking");
  REQUIRE(rankings.size() == 2);
  CHECK(rankings[0].at("winner_a") == "pca+sbq");
  CHECK(rankings[0].at("winner_b") == "lsh+sbq");
  // Of three pairs one is turned round: tau = (2 - 1) / 3.
  CHECK(std::stod(rankings[0].at("tau")) == doctest::Approx(1.0 / 3));
  const std::vector<RankingChange> changes =
      ranking_changes(metric_results(swapped(), "auprc"), "literature", "improved", 0.03, 0.02);
  REQUIRE(changes.size() == 2);
  REQUIRE(changes[0].pairs.size() == 3);
  const OrderChange& order = changes[0].pairs[0];
  CHECK(order.under_first.first.hasher == "lsh+sbq");
  CHECK(order.under_first.second.hasher == "pca+sbq");
  CHECK(order.flips());
  CHECK(order.established());
  CHECK(order.change.difference.mean == doctest::Approx(-0.1 - 0.04));
  CHECK_FALSE(changes[0].pairs[1].flips());
  REQUIRE(table.footnotes.size() > 1);
  CHECK(table.footnotes[0].find("literature - improved: auprc on set: 6 hashers x bits") == 0);
  CHECK(table.footnotes[0].find("4 significant after Holm (4 up, 0 down)") != std::string::npos);
  CHECK(table.footnotes[0].find("winner changes at 2 of 2 code lengths; 2 pairs of hashers change "
                                "places, 2 of them with an order significant under both") !=
        std::string::npos);
}

TEST_CASE("compare: a flip within chance is counted and not established") {
  std::vector<ResultRow> rows;
  add_runs(rows, "literature", "lsh+sbq", 16, 0.301, 0.05);
  add_runs(rows, "literature", "pca+sbq", 16, 0.300, -0.05);
  add_runs(rows, "improved", "lsh+sbq", 16, 0.300, 0.05);
  add_runs(rows, "improved", "pca+sbq", 16, 0.301, -0.05);
  const auto changes =
      ranking_changes(metric_results(rows, "auprc"), "literature", "improved", 0, 0);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].pairs[0].flips());
  CHECK_FALSE(changes[0].pairs[0].established());
  CHECK(*changes[0].tau == -1);
}

TEST_CASE("compare: runs that repeat one draw are no evidence, and that is said") {
  std::vector<ResultRow> rows;
  for (const char* split : {"literature", "improved"}) {
    add_runs(rows, split, "lsh+sbq", 16, .30, 0);
    add_runs(rows, split, "pca+sbq", 16, split[0] == 'l' ? .31 : .30, 0);
  }
  const Table table = by_split(rows);
  std::string notes;
  for (const std::string& note : table.footnotes) notes += note + "\n";
  CHECK(notes.find("the difference is the same in all runs") != std::string::npos);
  for (const auto& line : lines_of_kind(table, "strategy")) {
    const bool differs = line.at("hasher_a") == "pca+sbq";
    CHECK(line.at("p_holm") == (differs ? "" : "1"));
    CHECK(line.at("low") == (differs ? "" : "0"));
  }
}

TEST_CASE(
    "compare: two hashers have no ranking to compare, but are shown where they change places") {
  const auto titles = [](double of_pca_under_improved) {
    std::vector<ResultRow> rows;
    for (const char* split : {"literature", "improved"})
      add_runs(rows, split, "lsh+sbq", 16, .3, 0);
    add_runs(rows, "literature", "pca+sbq", 16, .4, 0);
    add_runs(rows, "improved", "pca+sbq", 16, of_pca_under_improved, 0);
    const Table table = by_split(rows);
    std::string all;
    for (const TableGrid& grid : table.grids) all += grid.caption + "\n";
    for (const std::string& note : table.footnotes) all += note + "\n";
    return all;
  };
  const std::string kept = titles(.35), exchanged = titles(.2);
  CHECK(kept.find("ranking of hashers") == std::string::npos);
  CHECK(kept.find("0 pairs of hashers change places") != std::string::npos);
  CHECK(kept.find("\npairs that change places") == std::string::npos);
  CHECK(exchanged.find("ranking of hashers") == std::string::npos);
  CHECK(exchanged.find("1 pair of hashers change places") != std::string::npos);
  CHECK(exchanged.find("\npairs that change places") != std::string::npos);
}

TEST_CASE("compare: strategies pair by what they share, in the order of importance") {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(comparable_strategies({"matched", "improved", "foreign:queries=q.txt", "literature"}) ==
        Pairs{{"literature", "improved"}, {"matched", "improved"}, {"literature", "matched"}});
  CHECK(comparable_strategies({"literature", "improved:duplicates=exclude"}).empty());
  CHECK(comparable_strategies({"literature:duplicates=exclude", "improved:duplicates=exclude"}) ==
        Pairs{{"literature:duplicates=exclude", "improved:duplicates=exclude"}});
}

TEST_CASE("compare: a strategy with other queries is shown by its means, with a footnote") {
  std::vector<ResultRow> rows = swapped();
  add_runs(rows, "class-disjoint", "lsh+sbq", 16, 0.5, 0.01);
  const Table table = by_split(rows);
  const auto means = lines_of_kind(table, "mean");
  REQUIRE(means.size() == 1);
  CHECK(means[0].at("split_a") == "class-disjoint");
  std::vector<double> values;
  for (const ResultRow& row : rows) {
    if (row.split == "class-disjoint") values.push_back(row.value);
  }
  CHECK(std::stod(means[0].at("high")) ==
        doctest::Approx(corrected_resampled_t(values, 0.03).high));
  CHECK(std::any_of(table.footnotes.begin(), table.footnotes.end(), [](const std::string& note) {
    return note.starts_with("class-disjoint: other test queries");
  }));
}

TEST_CASE("compare: only runs that both have are paired, and one run has no interval") {
  std::vector<ResultRow> rows;
  add_runs(rows, "literature", "lsh+sbq", 16, 0.3, 0.01, 10);
  add_runs(rows, "improved", "lsh+sbq", 16, 0.2, 0.02, 1);
  const auto found = lines_of_kind(by_split(rows), "strategy");
  REQUIRE(found.size() == 1);
  CHECK(found[0].at("runs") == "1");
  CHECK(found[0].at("low").empty());
  CHECK(found[0].at("p").empty());
}

TEST_CASE("compare: one strategy alone is refused with what to do") {
  std::vector<ResultRow> rows;
  add_runs(rows, "improved", "lsh+sbq", 16, 0.2, 0.02);
  CHECK(refused(rows) ==
        "set: results of improved only, expected two of literature, improved and matched with the "
        "same settings; run the suite with '--set split=literature --set split=improved', or "
        "compare hashers with '--by hasher'");
}

TEST_CASE("compare: hashers against a baseline, and against the best") {
  const MetricResults results = metric_results(swapped(), "auprc");
  const Table table = compare_hashers(results, "lsh+sbq", plain_options(), {});
  const auto found = lines_of_kind(table, "hasher");
  REQUIRE(found.size() == 8);  // two hashers, two strategies, two code lengths
  for (const auto& line : found) {
    CHECK(line.at("hasher_b") == "lsh+sbq");
    CHECK(line.at("split_a") == line.at("split_b"));
  }
  CHECK(lines_of_kind(table, "pair").size() == 12);
  CHECK(opponent_of(results, "", "lsh+sbq", 16, "literature") == "pca+sbq");
  CHECK(opponent_of(results, "", "lsh+sbq", 16, "improved").empty());
  for (const auto& line :
       lines_of_kind(compare_hashers(results, "", plain_options(), {}), "hasher")) {
    CHECK(line.at("hasher_b") == (line.at("split_b") == "literature" ? "pca+sbq" : "lsh+sbq"));
    CHECK(std::stod(line.at("difference")) < 0);
  }
  CHECK_THROWS_AS(compare_hashers(results, "sh+sbq", plain_options(), {}), Error);
}

TEST_CASE("compare: every format is whole for every kind of grid") {
  std::vector<ResultRow> rows = swapped();
  add_runs(rows, "class-disjoint", "lsh+sbq", 16, 0.5, 0.01);
  for (const std::string split : {"literature", "improved"}) {
    add_runs(rows, split, "euclidean", std::nullopt, 0.6, split == "improved" ? 0.01 : 0.02);
  }
  for (const Table& table : {by_split(rows), compare_hashers(metric_results(rows, "auprc"), "+sbq",
                                                             plain_options(), {})}) {
    for (const TableGrid& grid : table.grids) {
      std::size_t columns = 0;
      for (const ColumnGroup& group : grid.groups) columns += group.columns.size();
      for (const TableRow& row : grid.rows) CHECK(row.cells.size() == columns);
    }
    for (const TableFormat format :
         {TableFormat::text, TableFormat::md, TableFormat::csv, TableFormat::tex}) {
      CHECK_FALSE(format_table(table, format).empty());
    }
  }
}

}  // namespace hashlab::compare_test
