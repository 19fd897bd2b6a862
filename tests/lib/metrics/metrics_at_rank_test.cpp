#include "lib/error.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/average_precision.h"
#include "lib/metrics/metrics.h"
#include "tests/support/rankings.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::metrics_at_rank_test {
namespace {

using namespace testing;

double value(const std::string& name, const RankCounts& counts) {
  return metric(name).value(counts);
}

// ---- definitions on one ranked list ----

double hits(const std::vector<bool>& list, std::size_t n) {
  return static_cast<double>(std::count(
      list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(n, list.size())), true));
}

double ap(const std::vector<bool>& list, std::size_t k, const std::string& divisor) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(k, list.size()); ++i) {
    if (list[i]) sum += hits(list, i + 1) / static_cast<double>(i + 1);
  }
  double by = hits(list, list.size());
  if (divisor == "retrieved-relevant") by = hits(list, k);
  if (divisor == "min") by = std::min(by, static_cast<double>(k));
  return by == 0 ? 0 : sum / by;
}

double ndcg(const std::vector<bool>& list, std::size_t k) {
  double gain = 0, most = 0;
  for (std::size_t i = 0; i < std::min(k, list.size()); ++i) {
    const double discount = 1 / std::log2(static_cast<double>(i) + 2);
    if (list[i]) gain += discount;
    if (static_cast<double>(i) < hits(list, list.size())) most += discount;
  }
  return gain / most;
}

double r_precision_of(const std::vector<bool>& list) {
  const double R = hits(list, list.size());
  return hits(list, static_cast<std::size_t>(R)) / R;
}

double trapezoid_ap(const std::vector<bool>& list) {
  double area = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i]) continue;
    const double above = i == 0 ? 1 : hits(list, i) / static_cast<double>(i);
    area += (above + hits(list, i + 1) / static_cast<double>(i + 1)) / 2;
  }
  return area / hits(list, list.size());
}

double precision_last(const std::vector<bool>& list, std::size_t k) {
  std::size_t last = list.size();
  while (!list[last - 1]) --last;
  return hits(list, std::min(last, k)) / static_cast<double>(std::min(last, k));
}

double reciprocal_rank_of(const std::vector<bool>& list, std::size_t k) {
  const auto first =
      static_cast<std::size_t>(std::find(list.begin(), list.end(), true) - list.begin());
  return first < std::min(k, list.size()) ? 1 / static_cast<double>(first + 1) : 0;
}

struct Dialect {
  std::string name;
  ListScore score;
};

std::vector<Dialect> dialects(std::size_t k) {
  const double n = static_cast<double>(k);
  std::vector<Dialect> all = {
      {fmt::format("precision-top@{}", k), [=](const auto& list) { return hits(list, k) / n; }},
      {fmt::format("recall-top@{}", k),
       [=](const auto& list) { return hits(list, k) / hits(list, list.size()); }},
      {"r-precision", r_precision_of},
      {fmt::format("ndcg@{}", k), [=](const auto& list) { return ndcg(list, k); }},
      {fmt::format("hit@{}", k), [=](const auto& list) { return hits(list, k) > 0 ? 1 : 0; }},
      {"map-at-r",
       [](const auto& list) {
         return ap(list, static_cast<std::size_t>(hits(list, list.size())), "relevant");
       }},
      {"map-trapezoid", trapezoid_ap},
      {"mrr", [](const auto& list) { return reciprocal_rank_of(list, list.size()); }},
      {fmt::format("mrr@{}", k), [=](const auto& list) { return reciprocal_rank_of(list, k); }},
      {fmt::format("precision-last@{}", k),
       [=](const auto& list) { return precision_last(list, k); }}};
  for (const std::string divisor : {"relevant", "retrieved-relevant", "min"}) {
    all.push_back({fmt::format("map@{}:divisor={}", k, divisor),
                   [=](const auto& list) { return ap(list, k, divisor); }});
  }
  return all;
}

std::string with_option(const std::string& name, const std::string& option) {
  return name + (name.find(':') == std::string::npos ? ":" : ",") + option;
}

}  // namespace

TEST_CASE("metrics at a rank: equal the mean over all orders of ties, one by one, to 1e-12") {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    const Rankings rankings =
        random_rankings(3, 1 + seed % 7, 1 + seed % 4, Rng(seed).stream("at rank"));
    const RankCounts counts = counted(rankings, 5);
    for (const std::size_t k : {1u, 2u, 3u, 5u, 7u, 9u}) {
      for (const Dialect& dialect : dialects(k)) {
        CAPTURE(dialect.name);
        const OverOrders skip = mean_over_queries(rankings, dialect.score, false);
        const OverOrders zero = mean_over_queries(rankings, dialect.score, true);
        CHECK(std::abs(value(dialect.name, counts) - skip.mean) < 1e-12);
        const std::string counting_zeros = with_option(dialect.name, "without-relevant=zero");
        CHECK(std::abs(value(counting_zeros, counts) - zero.mean) < 1e-12);
      }
    }
  }
}

TEST_CASE("metrics at a rank: hit-best and hit-worst are the extremes over all orders") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Rankings rankings =
        random_rankings(2, 1 + seed % 7, 1 + seed % 3, Rng(seed).stream("extreme hits"));
    const RankCounts counts = counted(rankings, 4);
    for (const std::size_t k : {1u, 2u, 4u, 6u, 9u}) {
      const auto score = [&](const std::vector<bool>& list) { return hits(list, k) > 0 ? 1.0 : 0; };
      const OverOrders expected = mean_over_queries(rankings, score, false);
      CHECK(value(fmt::format("hit-best@{}", k), counts) == expected.best);
      CHECK(value(fmt::format("hit-worst@{}", k), counts) == expected.worst);
    }
  }
}

TEST_CASE("metrics at a rank: map-trapezoid-best and -worst are the extremes over all orders") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Rankings rankings =
        random_rankings(2, 1 + seed % 7, 1 + seed % 3, Rng(seed).stream("extreme trapezoids"));
    const RankCounts counts = counted(rankings, 4);
    const OverOrders expected = mean_over_queries(rankings, trapezoid_ap, false);
    CHECK(std::abs(value("map-trapezoid-best", counts) - expected.best) < 1e-12);
    CHECK(std::abs(value("map-trapezoid-worst", counts) - expected.worst) < 1e-12);
  }
}

TEST_CASE("metrics at a rank: of [+ - +] trapezoids make 19/24, of [- +] one quarter") {
  // (1 + 1) / 2 at the first rank, (1/2 + 2/3) / 2 at the third; (0 + 1/2) / 2 at the second.
  const RankCounts better = counted({{{0, 1, 2}, {true, false, true}}}, 3);
  const RankCounts worse = counted({{{0, 1}, {false, true}}}, 2);
  CHECK(value("map-trapezoid", better) == doctest::Approx(19.0 / 24).epsilon(1e-14));
  CHECK(value("map-trapezoid", worse) == doctest::Approx(.25).epsilon(1e-14));
  // In one tie either order is as likely.
  const RankCounts tie = counted({{{0, 0}, {false, true}}}, 1);
  CHECK(value("map-trapezoid", tie) == doctest::Approx((1 + .25) / 2).epsilon(1e-14));
  CHECK(value("map-trapezoid-best", tie) == 1);
  CHECK(value("map-trapezoid-worst", tie) == doctest::Approx(.25).epsilon(1e-14));
}

TEST_CASE("metrics at a rank: precision ends at the last relevant item, or at the cutoff") {
  const RankCounts list = counted({{{0, 1, 2, 3, 4}, {true, false, true, false, false}}}, 5);
  CHECK(value("precision-last@1", list) == 1);
  CHECK(value("precision-last@2", list) == .5);
  CHECK(value("precision-last@3", list) == doctest::Approx(2.0 / 3));
  CHECK(value("precision-last@10", list) == doctest::Approx(2.0 / 3));
  CHECK(value("precision-top@10", list) == doctest::Approx(2.0 / 10));
  // One relevant item in a tie of three is the last at rank 1, 2 or 3.
  const RankCounts tie = counted({{{0, 0, 0}, {false, true, false}}}, 1);
  CHECK(value("precision-last@10", tie) == doctest::Approx((1 + 1.0 / 2 + 1.0 / 3) / 3));
  CHECK(value("precision-last@2", tie) == doctest::Approx((1 + 1.0 / 2 + 0) / 3));
}

TEST_CASE(
    "metrics at a rank: the last of a million items in a tie is where its distribution says") {
  // All in one tie, five relevant: the sum over the rank of the last one, from binomials.
  const double n = 1e6, p = 5;
  for (const std::uint64_t k :
       {std::uint64_t{1000}, std::uint64_t{900000}, std::uint64_t{2000000}}) {
    CAPTURE(k);
    long double expected = p * std::min<long double>(k, n) / n / static_cast<long double>(k);
    for (long double s = p; s <= std::min<long double>(k, n); ++s) {
      long double probability = 1;  // C(s - 1, 4) / C(n, 5)
      for (int i = 1; i < 5; ++i) probability *= (s - i) / i;
      for (int i = 0; i < 5; ++i) probability *= (i + 1) / (n - i);
      expected += probability * p * (1 / s - 1 / static_cast<long double>(k));
    }
    const RankCounts counts{1, CodeDistances{1}, {1000000}, {5}};
    CHECK(value(fmt::format("precision-last@{}", k), counts) ==
          doctest::Approx(static_cast<double>(expected)).epsilon(1e-10));
  }
}

TEST_CASE("metrics at a rank: hits never become fewer with more ranks, and end at 1") {
  const RankCounts counts = counted(random_rankings(20, 50, 4, Rng(3)), 5);
  double before = 0;
  for (std::size_t k = 1; k <= 50; ++k) {
    const double now = value(fmt::format("hit@{}", k), counts);
    CHECK(now >= before);
    before = now;
  }
  CHECK(before == 1);
}

TEST_CASE(
    "metrics at a rank: of a million items at one distance, five of them relevant, a hit of "
    "ten is as likely as drawing ten") {
  const RankCounts counts{1, CodeDistances{1}, {1000000}, {5}};
  double none = 1;
  for (int i = 0; i < 5; ++i) none *= (999990.0 - i) / (1000000.0 - i);
  CHECK(value("hit@10", counts) == doctest::Approx(1 - none).epsilon(1e-12));
}

TEST_CASE("metrics at a rank: map-best and map-worst at a rank are the extremes over all orders") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Rankings rankings =
        random_rankings(2, 1 + seed % 7, 1 + seed % 3, Rng(seed).stream("extremes"));
    const RankCounts counts = counted(rankings, 4);
    for (const std::size_t k : {1u, 2u, 4u, 6u, 9u}) {
      for (const std::string divisor : {"relevant", "min"}) {
        const auto score = [&](const std::vector<bool>& list) { return ap(list, k, divisor); };
        const OverOrders expected = mean_over_queries(rankings, score, false);
        CHECK(std::abs(value(fmt::format("map-best@{}:divisor={}", k, divisor), counts) -
                       expected.best) < 1e-12);
        CHECK(std::abs(value(fmt::format("map-worst@{}:divisor={}", k, divisor), counts) -
                       expected.worst) < 1e-12);
      }
    }
  }
}

TEST_CASE("metrics at a rank: the two lists users complain about score 5/6 and 1, and 1/3 apart") {
  // [+ - +] and [+ - -] of two relevant items: divided by the hits, the worse list scores higher.
  const RankCounts better = counted({{{0, 1, 2, 3}, {true, false, true, false}}}, 4);
  const RankCounts worse = counted({{{0, 1, 2, 3}, {true, false, false, true}}}, 4);
  const std::string by_hits = "map@3:divisor=retrieved-relevant";
  CHECK(value(by_hits, better) == doctest::Approx(5.0 / 6).epsilon(1e-14));
  CHECK(value(by_hits, worse) == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(value("map@3", better) == doctest::Approx(5.0 / 6).epsilon(1e-14));
  CHECK(value("map@3", worse) == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("metrics at a rank: long rankings without ties equal a plain walk down the list") {
  Rng rng = Rng(5).stream("long list");
  Ranking ranking;
  for (unsigned i = 0; i < 5000; ++i) {
    ranking.D.push_back(i);
    ranking.relevant.push_back(rng.below(7) == 0);
  }
  const RankCounts counts = counted({ranking}, 5000);
  const std::vector<bool> list = sorted(ranking, Order::as_they_come);
  for (const std::size_t k : {1u, 100u, 4999u, 5000u, 70000u}) {
    for (const Dialect& dialect : dialects(k)) {
      CAPTURE(dialect.name);
      CHECK(std::abs(value(dialect.name, counts) - dialect.score(list)) < 1e-12);
    }
  }
}

TEST_CASE("metrics at a rank: the best and worst order of long ties equal a plain sort") {
  Rng rng = Rng(6).stream("long ties");
  const Rankings rankings = random_rankings(1, 20000, 9, rng);
  const RankCounts counts = counted(rankings, 9);
  for (const std::size_t k : {1u, 100u, 3000u, 20000u}) {
    for (const std::string divisor : {"relevant", "min"}) {
      CAPTURE(k);
      CHECK(std::abs(value(fmt::format("map-best@{}:divisor={}", k, divisor), counts) -
                     ap(sorted(rankings[0], Order::relevant_first), k, divisor)) < 1e-12);
      CHECK(std::abs(value(fmt::format("map-worst@{}:divisor={}", k, divisor), counts) -
                     ap(sorted(rankings[0], Order::relevant_last), k, divisor)) < 1e-12);
    }
  }
}

TEST_CASE("metrics at a rank: the divisor of hits equals the sum over its distribution, far out") {
  // One tie of everything: given y hits among k ranks, each choice of their positions is as likely.
  // The sum over y is taken here with weights from lgamma, in extended precision. The weight of the
  // likeliest of 2,000 is 1e600 times that of the ends.
  const auto log_choose = [](long double a, long double b) {
    return std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1);
  };
  const auto check = [&](std::uint32_t relevant, std::uint32_t cutoff) {
    CAPTURE(cutoff);
    const long double n = 20000, p = relevant, k = cutoff;
    long double expected = 0;
    for (long double y = 1; y <= k; ++y) {
      const long double weight =
          std::exp(log_choose(p, y) + log_choose(n - p, k - y) - log_choose(n, k));
      long double sum = 0;
      for (long double t = 1; t <= k; ++t) sum += y / k * (1 + (t - 1) * (y - 1) / (k - 1)) / t;
      expected += weight * sum / y;
    }
    RankCounts counts;
    counts.n_queries = 1;
    counts.distances = CodeDistances{1};
    counts.all = {20000};
    counts.relevant = {relevant};
    CHECK(value(fmt::format("map@{}:divisor=retrieved-relevant", cutoff), counts) ==
          doctest::Approx(static_cast<double>(expected)).epsilon(1e-11));
  };
  check(2500, 300);
  check(10000, 2000);
}

TEST_CASE("metrics at a rank: discounts far down a long ranking keep their accuracy") {
  // A plain sum of all discounts so far is wrong by 1e-11 there.
  for (const std::uint32_t above : {999u, 500000u, 1000000u, 1048570u}) {
    CAPTURE(above);
    RankCounts counts;
    counts.n_queries = 1;
    counts.distances = CodeDistances{2};
    counts.all = {above, 2};
    counts.relevant = {0, 2};
    const double gain = 1 / std::log2(above + 2.0) + 1 / std::log2(above + 3.0);
    CHECK(value("ndcg@1048576", counts) ==
          doctest::Approx(gain / (1 + 1 / std::log2(3.0))).epsilon(1e-15));
  }
}

TEST_CASE("metrics at a rank: nothing is found in the first 0 ranks, and of nothing relevant") {
  const Cumulated query = {{0, 4}, {0, 1}}, nothing = {{0, 4}, {0, 0}};
  CHECK(expected_found(query, 0) == 0.0);
  CHECK(expected_found(query, 2) == 0.5);
  CHECK(r_precision(query) == 0.25);
  CHECK(r_precision(nothing) == 0.0);
  CHECK(r_precision(Cumulated{}) == 0.0);
  CHECK(precision_until_last(nothing, 3) == 0.0);
  CHECK(precision_until_last(Cumulated{}, 3) == 0.0);
}

TEST_CASE("metrics at a rank: discounted gain takes cutoffs from 1 to the longest table") {
  const RankCounts counts = counted({{{0, 1}, {true, true}}}, 2);
  CHECK_THROWS_WITH_AS(mean_ndcg(counts, 0), doctest::Contains("first 0 ranks, expected 1 .. "),
                       Error);
  CHECK(mean_ndcg(counts, max_discounted) == 1.0);
  CHECK_THROWS_AS(mean_ndcg(counts, max_discounted + 1), Error);
}

TEST_CASE("metrics at a rank: a cutoff at or beyond the database gives the full ranking's values") {
  const Rankings rankings = random_rankings(6, 50, 7, Rng(9));
  const RankCounts counts = counted(rankings, 7);
  for (const std::uint64_t k : {std::uint64_t{50}, std::uint64_t{51}, std::uint64_t{4294967295}}) {
    CAPTURE(k);
    CHECK(value(fmt::format("map@{}", k), counts) == value("map", counts));
    CHECK(value(fmt::format("map@{}:divisor=retrieved-relevant", k), counts) ==
          value("map", counts));
    CHECK(value(fmt::format("map@{}:divisor=min", k), counts) == value("map", counts));
    CHECK(value(fmt::format("map-best@{}", k), counts) == value("map-best", counts));
    CHECK(value(fmt::format("map-worst@{}", k), counts) == value("map-worst", counts));
    CHECK(value(fmt::format("recall-top@{}", k), counts) == 1.0);
    CHECK(value(fmt::format("precision-last@{}", k), counts) ==
          doctest::Approx(value("precision-last@50", counts)).epsilon(1e-13));
  }
}

TEST_CASE("metrics at a rank: a database twice over keeps precision at twice the rank") {
  const Rankings rankings = random_rankings(5, 40, 6, Rng(10));
  Rankings doubled = rankings;
  for (Ranking& ranking : doubled) {
    ranking.D.insert(ranking.D.end(), ranking.D.begin(), ranking.D.end());
    const std::vector<bool> relevant = ranking.relevant;
    ranking.relevant.insert(ranking.relevant.end(), relevant.begin(), relevant.end());
  }
  const RankCounts once = counted(rankings, 6), twice = counted(doubled, 6);
  for (const std::size_t k : {1u, 7u, 40u}) {
    for (const std::string name : {"precision-top", "recall-top"}) {
      CHECK(value(fmt::format("{}@{}", name, 2 * k), twice) ==
            doctest::Approx(value(fmt::format("{}@{}", name, k), once)).epsilon(1e-13));
    }
  }
  for (const std::string name : {"r-precision", "auprc", "auprc-open", "auprc-step",
                                 "auprc-anchored", "auprc-macro", "ramap", "f1@2"}) {
    CAPTURE(name);
    CHECK(value(name, twice) == doctest::Approx(value(name, once)).epsilon(1e-13));
  }
}

TEST_CASE("metrics at a rank: the order of the queries changes no value but by rounding") {
  Rankings rankings = random_rankings(7, 60, 8, Rng(11));
  const RankCounts before = counted(rankings, 8);
  std::reverse(rankings.begin(), rankings.end());
  const RankCounts after = counted(rankings, 8);
  for (const Metric& m : all_metrics()) {
    CAPTURE(m.name);
    CHECK(m.value(after) == doctest::Approx(m.value(before)).epsilon(1e-14));
  }
}

TEST_CASE("metrics at a rank: the curve holds the metrics at each cutoff") {
  const Rankings rankings = random_rankings(4, 30, 5, Rng(12));
  const RankCounts counts = counted(rankings, 5);
  const TopCurve curve = top_curve(counts, {1, 2, 10, 30, 31});
  REQUIRE(curve.n == std::vector<std::uint64_t>{1, 2, 10, 30, 31});
  for (std::size_t i = 0; i < curve.n.size(); ++i) {
    CHECK(curve.precision[i] == value(fmt::format("precision-top@{}", curve.n[i]), counts));
    CHECK(curve.recall[i] == value(fmt::format("recall-top@{}", curve.n[i]), counts));
  }
  CHECK(std::is_sorted(curve.recall.begin(), curve.recall.end()));
  CHECK_THROWS_WITH_AS(top_curve(counts, {1, 0}), doctest::Contains("cutoffs >= 1"), Error);
  CHECK(top_curve(RankCounts{}, {5}).precision == std::vector<double>{0});
}

}  // namespace hashlab::metrics_at_rank_test
