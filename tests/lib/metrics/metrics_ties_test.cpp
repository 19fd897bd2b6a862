#include "lib/metrics/harmonic.h"
#include "lib/metrics/metrics.h"
#include "tests/support/rankings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace hashlab::metrics_ties_test {
namespace {

using namespace testing;

double value(const std::string& name, const RankCounts& counts) {
  return metric(name).value(counts);
}

// The area under one ranked list by its definition: a point an item, trapezoids, the first
// precision held back to recall 0.
double area_item_by_item(const std::vector<bool>& list) {
  double found = 0, area = 0, before = list.front() ? 1 : 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i]) found += 1;
    const double precision = found / static_cast<double>(i + 1);
    if (list[i]) area += (before + precision) / 2;
    before = precision;
  }
  return found == 0 ? 0 : area / found;
}

Ranking pool(const Rankings& rankings) {
  Ranking all;
  for (const Ranking& ranking : rankings) {
    all.D.insert(all.D.end(), ranking.D.begin(), ranking.D.end());
    all.relevant.insert(all.relevant.end(), ranking.relevant.begin(), ranking.relevant.end());
  }
  return all;
}

// 1 / (a + 1) + ... + 1 / b, smallest first.
long double reciprocals(std::uint64_t a, std::uint64_t b) {
  long double sum = 0;
  for (std::uint64_t k = b; k > a; --k) sum += 1.0L / static_cast<long double>(k);
  return sum;
}

}  // namespace

TEST_CASE("tie band: auprc-best and auprc-worst are the extremes over all orders of the pool") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Rankings rankings = random_rankings(2, 1 + seed % 4, 1 + seed % 3, Rng(seed + 50));
    const Ranking all = pool(rankings);
    if (!any_relevant(all)) continue;
    const RankCounts counts = counted(rankings, 4);
    const OverOrders expected = over_all_orders(all, area_item_by_item);
    CHECK(std::abs(value("auprc-best", counts) - expected.best) < 1e-12);
    CHECK(std::abs(value("auprc-worst", counts) - expected.worst) < 1e-12);
  }
}

TEST_CASE("tie band: auprc-best and auprc-worst equal a walk down a plain sort of a long pool") {
  for (const std::size_t n_distances : {1u, 2u, 17u, 300u}) {
    CAPTURE(n_distances);
    const Rankings rankings =
        random_rankings(9, 4000, n_distances, Rng(3).stream("pool", n_distances));
    const RankCounts counts = counted(rankings, n_distances);
    const Ranking all = pool(rankings);
    CHECK(std::abs(value("auprc-best", counts) -
                   area_item_by_item(sorted(all, Order::relevant_first))) < 1e-12);
    CHECK(std::abs(value("auprc-worst", counts) -
                   area_item_by_item(sorted(all, Order::relevant_last))) < 1e-12);
  }
}

TEST_CASE("tie band: worst <= best, and auprc <= auprc-anchored <= auprc-best") {
  bool worst_above_auprc = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RankCounts counts =
        counted(random_rankings(1 + seed % 3, 1 + seed % 20, 1 + seed % 9, Rng(seed)), 9);
    const double best = value("auprc-best", counts), worst = value("auprc-worst", counts);
    const double rounding = 1e-14;
    CHECK(worst <= best + rounding);
    CHECK(value("auprc", counts) <= value("auprc-anchored", counts) + rounding);
    CHECK(value("auprc-anchored", counts) <= best + rounding);
    CHECK(best <= 1.0 + rounding);
    CHECK(worst >= 0.0);
    worst_above_auprc = worst_above_auprc || worst > value("auprc", counts);
  }
  CHECK(worst_above_auprc);  // as its definition admits
}

TEST_CASE("tie band: without ties between relevant and irrelevant items the band is empty") {
  const RankCounts counts = counted({{{0, 0, 1, 1, 2}, {true, true, false, false, true}}}, 4);
  CHECK(value("auprc-best", counts) == value("auprc-worst", counts));
  CHECK(value("auprc-best", counts) == doctest::Approx((1 + 1 + (2.0 / 4 + 3.0 / 5) / 2) / 3));
  CHECK(value("map-best", counts) == value("map-worst", counts));
}

TEST_CASE("tie band: constant codes have a wide band around the base rate") {
  RankCounts counts;
  counts.n_queries = 1;
  counts.distances = CodeDistances{1};
  counts.all = {1000};
  counts.relevant = {100};
  CHECK(value("auprc-best", counts) == 1.0);
  CHECK(value("auprc-worst", counts) < 0.1);
  CHECK(value("auprc", counts) == 0.1);
}

TEST_CASE("harmonic numbers: small sums equal long double sums to a few units in the last place") {
  const HarmonicNumbers H(5000);
  for (const std::uint64_t a : {0u, 1u, 17u, 4998u}) {
    for (const std::uint64_t b : {1u, 2u, 18u, 4999u, 5000u}) {
      if (b < a) continue;
      const double expected = static_cast<double>(reciprocals(a, b));
      CHECK(std::abs(H.between(a, b) - expected) <= 4e-16 * expected);
    }
  }
}

TEST_CASE("harmonic numbers: sums within, across and beyond the table agree with plain sums") {
  const std::uint64_t edge = std::uint64_t{1} << 20;
  const HarmonicNumbers H(300000000);
  const auto check = [&](std::uint64_t a, std::uint64_t b) {
    CAPTURE(a);
    CAPTURE(b);
    const double expected = static_cast<double>(reciprocals(a, b));
    CHECK(std::abs(H.between(a, b) - expected) <= 6e-16 * expected);
  };
  for (const std::uint64_t a : {edge - 2, edge - 1, edge, edge + 1, edge + 2, 3 * edge}) {
    for (const std::uint64_t n : {0u, 1u, 2u, 3u, 1000u, 1000000u}) check(a, a + n);
  }
  check(edge - 1000, edge + 1000);
  check(0, 3 * edge);
  check(299999000, 300000000);
  check(100000000, 100000001);
}

TEST_CASE("harmonic numbers: a longer ranking does not change sums that lie in the table") {
  const HarmonicNumbers small(1 << 20), large(std::uint64_t{1} << 40);
  for (const std::uint64_t a : {0u, 5u, 70000u, 1048570u}) {
    for (const std::uint64_t b : {70001u, 1048571u, 1048576u}) {
      if (b >= a) CHECK(small.between(a, b) == large.between(a, b));
    }
  }
}

TEST_CASE("harmonic numbers: a table of nothing sums nothing to 0") {
  CHECK(HarmonicNumbers(0).between(0, 0) == 0.0);
}

TEST_CASE("tie band: average precision of a database beyond the table keeps its accuracy") {
  // Ties of millions, small ones far down, one relevant item at the very end: H by long sums.
  const std::vector<std::uint32_t> all = {3, 2000000, 5, 1500000, 2, 1};
  const std::vector<std::uint32_t> relevant = {1, 1000, 5, 40, 0, 1};
  RankCounts counts;
  counts.n_queries = 1;
  counts.distances = CodeDistances{all.size()};
  counts.all = all;
  counts.relevant = relevant;
  long double mean = 0, best = 0, worst = 0, N = 0, P = 0;
  for (std::size_t d = 0; d < all.size(); ++d) {
    const std::uint32_t n = all[d], p = relevant[d];
    const long double c = n == 1 ? 0 : (p - 1.0L) / (n - 1.0L);
    for (std::uint32_t t = 1; t <= n; ++t) {
      if (p > 0) mean += static_cast<long double>(p) / n * (P + 1 + (t - 1) * c) / (N + t);
      if (t <= p) best += (P + t) / (N + t);
      if (t > n - p) worst += (P + t - (n - p)) / (N + t);
    }
    N += n;
    P += p;
  }
  CHECK(std::abs(value("map", counts) - static_cast<double>(mean / P)) < 1e-14);
  CHECK(std::abs(value("map-best", counts) - static_cast<double>(best / P)) < 1e-14);
  CHECK(std::abs(value("map-worst", counts) - static_cast<double>(worst / P)) < 1e-14);
}

}  // namespace hashlab::metrics_ties_test
