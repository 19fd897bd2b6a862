#include "results/hash_tables/proxy.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "results/hash_tables/sweep_scores.h"
#include "results/statistics/correlation.h"
#include "results/statistics/statistics.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::proxy_test {

using namespace results;
using hashlab::testing::error_of;

namespace {

using Values = std::vector<double>;

HashTableScores scores(std::size_t K, double f, std::uint64_t candidates = 0, double recall = 0) {
  HashTableScores s;
  s.setting = {K, 1, 0, KeyBits::segments};
  s.queries = 1;
  s.database = 100;
  s.candidates = candidates;
  s.f = f;
  s.recall = recall;
  return s;
}

SweepRow row(const std::string& hasher, std::size_t run, const HashTableScores& s) {
  return {"d", "improved", hasher, 32, run, s};
}

/// The exact two-sided permutation p-value, by all orders.
double exact_p(const Values& a, Values b, double (*statistic)(const Values&, const Values&)) {
  const double reached = std::abs(statistic(a, b)) - 1e-12;
  std::sort(b.begin(), b.end());
  double as_far = 0, all = 0;
  do {
    as_far += std::abs(statistic(a, b)) >= reached;
    all += 1;
  } while (std::next_permutation(b.begin(), b.end()));
  return as_far / all;
}

}  // namespace

TEST_CASE("correlation: values worked out by hand") {
  // x = 1 2 3 4, y = 1 3 2 5: covariance 5.5, squares 5 and 8.75; one pair of six out of order.
  const Values x = {1, 2, 3, 4}, y = {1, 3, 2, 5};
  CHECK(*pearson(x, y) == doctest::Approx(5.5 / std::sqrt(5 * 8.75)).epsilon(1e-14));
  CHECK(*spearman(x, y) == doctest::Approx(0.8).epsilon(1e-14));
  const Correlation c = correlation(x, y);
  CHECK(c.n == 4);
  CHECK(c.kendall->value == doctest::Approx(4.0 / 6).epsilon(1e-14));
  CHECK_FALSE(c.pearson->p_value);
  CHECK_FALSE(c.pearson_interval);
  // Ties share their mid-rank: 1 2.5 2.5 4 against 1 2 3 4.
  CHECK(*spearman(Values{0, 7, 7, 9}, x) ==
        doctest::Approx(4.5 / std::sqrt(4.5 * 5)).epsilon(1e-14));
}

TEST_CASE("correlation: rank correlations see the order alone, and a sign turns all of them") {
  Rng rng(3);
  Values x, y, cubed, turned;
  for (int i = 0; i < 12; ++i) {
    x.push_back(rng.normal());
    y.push_back(x.back() + rng.normal());
    cubed.push_back(std::exp(3 * y.back()));
    turned.push_back(-y.back());
  }
  const Correlation plain = correlation(x, y), bent = correlation(x, cubed),
                    opposite = correlation(x, turned);
  CHECK(bent.spearman->value == plain.spearman->value);
  CHECK(bent.kendall->value == plain.kendall->value);
  CHECK(bent.spearman->p_value == plain.spearman->p_value);
  CHECK(bent.pearson->value != plain.pearson->value);
  CHECK(opposite.pearson->value == doctest::Approx(-plain.pearson->value).epsilon(1e-14));
  CHECK(opposite.kendall->value == -plain.kendall->value);
  CHECK(opposite.pearson->p_value == plain.pearson->p_value);
}

TEST_CASE("correlation: the p-value is near that of all pairings") {
  const Values x = {1, 2, 3, 4, 5, 6, 7}, y = {2, 1, 4, 3, 7, 5, 6};
  const Correlation c = correlation(x, y);
  const auto r = [](const Values& a, const Values& b) { return *pearson(a, b); };
  const auto tau = [](const Values& a, const Values& b) { return *kendall_tau(a, b); };
  // Three standard errors of 9,999 pairings at p = 0.02 are 0.0042.
  CHECK(*c.pearson->p_value == doctest::Approx(exact_p(x, y, r)).epsilon(0.0045).scale(1));
  CHECK(*c.kendall->p_value == doctest::Approx(exact_p(x, y, tau)).epsilon(0.0045).scale(1));
  CHECK(*correlation(x, x).pearson->p_value < 0.003);
}

TEST_CASE("correlation: the interval is Fisher's and holds the value") {
  const Values x = {1, 2, 3, 4, 5, 6, 7}, y = {2, 1, 4, 3, 7, 5, 6};
  const Correlation c = correlation(x, y);
  const double r = c.pearson->value, z = 0.5 * std::log((1 + r) / (1 - r));
  const double low = z - 1.959963984540054 / 2;  // n - 3 = 4
  CHECK(c.pearson_interval->low ==
        doctest::Approx((std::exp(2 * low) - 1) / (std::exp(2 * low) + 1)).epsilon(1e-12));
  CHECK(c.pearson_interval->high > r);
  CHECK(c.pearson_interval->high < 1);
}

TEST_CASE("correlation: of what does not vary or is too little there is none") {
  CHECK_FALSE(correlation(Values{1, 1, 1}, Values{1, 2, 3}).pearson);
  CHECK_FALSE(correlation(Values{1, 2, 3}, Values{4, 4, 4}).kendall);
  CHECK_FALSE(correlation(Values{1, 2}, Values{1, 2}).spearman);
  CHECK_FALSE(correlation(Values{}, Values{}).pearson);
  CHECK(error_of([] { correlation(Values{1}, Values{}); }) ==
        "correlation: 1 values against 0, expected pairs");
  CHECK(error_of([] {
          correlation(Values{std::nan("")}, Values{1});
        }).starts_with("correlation: pair 0 is (nan, 1)"));
}

TEST_CASE("proxy: the best setting is chosen by its mean over runs, once for all runs") {
  // Each run has its own favourite, and 8 is second in both: best on average.
  const SweepScores sweep({row("a", 1, scores(4, 0.9)), row("a", 1, scores(8, 0.8)),
                           row("a", 1, scores(16, 0.1)), row("a", 2, scores(4, 0.1)),
                           row("a", 2, scores(8, 0.8)), row("a", 2, scores(16, 0.9))});
  const Combination where{"improved", "a", 32};
  CHECK(sweep.best(where, "f1").K == 8);
  CHECK(values_of(sweep.values(where, sweep.best(where, "f1"), "f1")) == Values{0.8, 0.8});
  CHECK(sweep.settings(where).size() == 3);
  CHECK(sweep.usual_runs() == 2);
  CHECK(error_of([&] {
          sweep.values(where, {}, "f2");
        }).starts_with("no score of hash tables is called 'f2'"));
}

TEST_CASE(
    "proxy: a setting of some runs only is not the best, and ranking is of the setting's runs") {
  // Codes of run 2 are too short for keys of 16 bits, whose only run scores highest.
  const SweepScores sweep({row("a", 1, scores(8, 0.3)), row("a", 1, scores(16, 0.9)),
                           row("a", 1, scores(12, 0.4)), row("a", 2, scores(8, 0.5)),
                           row("a", 2, scores(12, 0.2))});
  const Combination where{"improved", "a", 32};
  CHECK(sweep.best(where, "f1").K == 8);
  const SweepScores late(
      {row("a", 2, scores(16, 0.9)), row("a", 1, scores(8, 0.3)), row("a", 2, scores(8, 0.2))});
  CHECK(late.best(where, "f1").K == 8);

  // Run 3 of the ranking has no tables; d's ranking shares no run with its tables.
  std::vector<SweepRow> rows;
  std::vector<ResultRow> ranking;
  const Values best = {0.5, 0.2, 0.4, 0.6};
  for (std::size_t h = 0; h < 4; ++h) {
    const std::string hasher(1, static_cast<char>('a' + h));
    for (const std::size_t run : {1u, 2u}) rows.push_back(row(hasher, run, scores(8, best[h])));
    ranking.push_back({"d", "improved", hasher, 32, 3, "map", 0.1 * static_cast<double>(h)});
    if (h == 3) continue;
    ranking.push_back({"d", "improved", hasher, 32, 1, "map", 2 * best[h]});
    ranking.push_back({"d", "improved", hasher, 32, 2, "map", best[h]});
  }
  const ProxyResult result = proxy_results(SweepScores(rows), ranking).front();
  CHECK(result.correlation.n == 3);
  CHECK(result.correlation.pearson->value == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("proxy: it correlates the ranking's mean with the best F, over hashers") {
  std::vector<SweepRow> rows;
  std::vector<ResultRow> ranking;
  const Values best = {0.5, 0.2, 0.4, 0.1, 0.3}, map = {0.9, 0.4, 0.6, 0.5, 0.55};
  for (std::size_t h = 0; h < best.size(); ++h) {
    const std::string hasher = fmt::format("hasher {}", h);
    for (const std::size_t run : {1u, 2u}) {
      const double shift = run == 1 ? 0.01 : -0.01;
      rows.push_back(row(hasher, run, scores(8, best[h] / 2)));
      rows.push_back(row(hasher, run, scores(16, best[h] + shift)));
      ranking.push_back({"d", "improved", hasher, 32, run, "map", map[h] - shift});
      ranking.push_back({"d", "improved", hasher, 32, run, "auprc", 1 - map[h]});
    }
  }
  const std::vector<ProxyResult> results = proxy_results(SweepScores(rows), ranking);
  REQUIRE(results.size() == 4);  // one group of split and bits, so none over all
  CHECK(results[0].ranking == "map");
  CHECK(results[0].target == "f1");
  CHECK(results[0].correlation.n == 5);
  CHECK(results[0].correlation.pearson->value ==
        doctest::Approx(*pearson(map, best)).epsilon(1e-12));
  CHECK(results[0].correlation.kendall->value == doctest::Approx(0.8).epsilon(1e-12));
  CHECK(results[2].correlation.pearson->value ==
        doctest::Approx(-*pearson(map, best)).epsilon(1e-12));
  CHECK_FALSE(results[1].correlation.pearson);  // f1-macro is 0 everywhere
  const Table table = proxy_table(results, "d");
  CHECK(table.records.size() == 5);
  CHECK(table.records[2][6].empty());
}

TEST_CASE("proxy: splits and bits are told apart, and taken together at the end") {
  std::vector<SweepRow> rows;
  std::vector<ResultRow> ranking;
  for (const std::size_t bits : {16u, 32u}) {
    for (const char* hasher : {"a", "b", "c"}) {
      const double x = static_cast<double>(hasher[0] - 'a') * (bits == 16 ? 1 : -1);
      rows.push_back({"d", "improved", hasher, bits, 1, scores(8, 0.5 + 0.1 * x)});
      ranking.push_back(
          {"d", "improved", hasher, bits, 1, "map", 0.1 * static_cast<double>(hasher[0] - 'a')});
    }
  }
  const auto results = proxy_results(SweepScores(rows), ranking);
  CHECK(results[0].correlation.pearson->value == doctest::Approx(1));
  CHECK(results[1].correlation.pearson->value == doctest::Approx(-1));
  CHECK(results[2].split == "all");
  CHECK(results[2].correlation.n == 6);
  CHECK(results[2].correlation.pearson->value == doctest::Approx(0).epsilon(1e-12));
}

TEST_CASE("proxy: the curve goes by the share touched and marks what nothing beats") {
  const SweepScores sweep({row("a", 1, scores(4, 0, 50, 0.9)), row("a", 1, scores(8, 0, 20, 0.3)),
                           row("a", 1, scores(12, 0, 10, 0.5)),
                           row("a", 1, scores(16, 0, 10, 0.4))});
  const Table table = curve_table(sweep, 2);
  std::vector<std::string> order, fronts;
  for (std::size_t i = 1; i < table.records.size(); ++i) {
    order.push_back(table.records[i][5]);
    fronts.push_back(table.records[i].back());
  }
  CHECK(order == std::vector<std::string>{"12", "16", "8", "4"});
  CHECK(fronts == std::vector<std::string>{"1", "0", "0", "1"});
  CHECK(table.records[1][10] == "0.1");
}

TEST_CASE("proxy: rows of two data sets or of one run twice are refused") {
  const SweepRow other = {"e", "improved", "a", 32, 1, scores(4, 0)};
  CHECK(error_of([&] {
          SweepScores({row("a", 1, scores(4, 0)), other});
        }) == "hash tables of data sets 'd' and 'e', expected one data set");
  CHECK(error_of([&] {
          SweepScores({row("a", 1, scores(4, 0)), row("a", 1, scores(4, 1))});
        }) == "hash tables K=4,L=1,r=0 of a 32 bits improved run 1 are there twice");
}

}  // namespace hashlab::proxy_test
