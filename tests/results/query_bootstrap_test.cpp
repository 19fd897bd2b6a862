#include "results/statistics/query_bootstrap.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "results/statistics/statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::query_bootstrap_test {

using namespace results;

namespace {

/// Rankings of a database of 40 by distances 0 .. 8; every seventh query has no relevant item.
RankCounts rankings(std::size_t queries, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("rankings");
  RankCounts counts;
  counts.n_queries = queries;
  counts.distances = CodeDistances{9};
  counts.all.resize(queries * 9);
  counts.relevant.resize(queries * 9);
  for (std::size_t q = 0; q < queries; ++q) {
    for (int item = 0; item < 40; ++item) {
      const std::size_t place = q * 9 + rng.below(9);
      ++counts.all[place];
      if (q % 7 != 0 && rng.uniform() < 0.3) ++counts.relevant[place];
    }
  }
  return counts;
}

RankCounts drawn(const RankCounts& counts, const std::vector<std::size_t>& queries) {
  RankCounts some;
  some.n_queries = queries.size();
  some.distances = CodeDistances{counts.n_distances()};
  for (const std::size_t q : queries) {
    const auto all = counts.all_of(q), relevant = counts.relevant_of(q);
    some.all.insert(some.all.end(), all.begin(), all.end());
    some.relevant.insert(some.relevant.end(), relevant.begin(), relevant.end());
  }
  return some;
}

/// The bootstrap by its definition: rankings of the drawn queries, put together and scored.
QueryBootstrap by_definition(const Metric& metric, const RankCounts& a, const RankCounts& b,
                             std::size_t resamples) {
  Rng rng = Rng(1).stream("bootstrap.queries");
  std::vector<double> differences;
  double not_above = 1, not_below = 1;
  for (std::size_t r = 0; r < resamples; ++r) {
    std::vector<std::size_t> queries;
    for (std::size_t q = 0; q < a.n_queries; ++q) queries.push_back(rng.below(a.n_queries));
    // In the order of the data set: sums of real numbers depend on it.
    std::sort(queries.begin(), queries.end());
    differences.push_back(metric.value(drawn(a, queries)) - metric.value(drawn(b, queries)));
    not_above += differences.back() <= 1e-12;
    not_below += differences.back() >= -1e-12;
  }
  std::sort(differences.begin(), differences.end());
  QueryBootstrap result;
  // Of 201 values the 2.5 % and 97.5 % points are exactly those of rank 5 and 195, counted from 0.
  REQUIRE(resamples == 201);
  result.low = differences[5];
  result.high = differences[195];
  result.p_value =
      std::min(1.0, 2 * std::min(not_above, not_below) / static_cast<double>(resamples + 1));
  return result;
}

}  // namespace

TEST_CASE("bootstrap: of every metric it is the metric of the drawn queries") {
  const RankCounts a = rankings(30, 1), b = rankings(30, 2);
  std::vector<std::string> names = {"map:without-relevant=zero", "f2-macro@3:empty=1",
                                    "auprc-macro:without-relevant=zero"};
  for (const Metric& m : all_metrics()) names.push_back(m.name);
  for (const std::string& name : names) {
    CAPTURE(name);
    const Metric m = metric(name);
    const QueryBootstrap found = bootstrap_queries(m, a, b, 201);
    const QueryBootstrap expected = by_definition(m, a, b, 201);
    CHECK(found.difference == m.value(a) - m.value(b));
    CHECK(std::abs(found.low - expected.low) < 1e-12);
    CHECK(std::abs(found.high - expected.high) < 1e-12);
    CHECK(found.p_value == expected.p_value);
  }
}

TEST_CASE("bootstrap: of a mean it has the standard error of a mean") {
  const RankCounts a = rankings(400, 3), b = rankings(400, 4);
  const Metric m = metric("map");
  std::vector<double> d;
  for (std::size_t q = 0; q < 400; ++q) {
    if (q % 7 != 0) d.push_back(m.value(drawn(a, {q})) - m.value(drawn(b, {q})));
  }
  const QueryBootstrap found = bootstrap_queries(m, a, b, 4000);
  const double error = sample_standard_deviation(d) / std::sqrt(static_cast<double>(d.size()));
  CHECK(found.difference == doctest::Approx(mean(d)).epsilon(1e-12));
  CHECK(found.high - found.low == doctest::Approx(2 * 1.96 * error).epsilon(0.06));
}

TEST_CASE("bootstrap: exchanging the rankings turns the interval round and keeps p") {
  const RankCounts a = rankings(50, 5), b = rankings(50, 6);
  const QueryBootstrap one = bootstrap_queries(metric("auprc"), a, b, 500);
  const QueryBootstrap other = bootstrap_queries(metric("auprc"), b, a, 500);
  CHECK(one.low == doctest::Approx(-other.high).epsilon(1e-12));
  CHECK(one.high == doctest::Approx(-other.low).epsilon(1e-12));
  CHECK(one.p_value == other.p_value);
  CHECK(bootstrap_queries(metric("auprc"), a, b, 500).low == one.low);
}

TEST_CASE("bootstrap: a ranking does not differ from itself, and from its reverse it does") {
  const RankCounts a = rankings(50, 7);
  const QueryBootstrap same = bootstrap_queries(metric("map"), a, a, 200);
  CHECK(same.low == 0);
  CHECK(same.high == 0);
  CHECK(same.p_value == 1);

  RankCounts near = a, far = a;  // all relevant items at the first distance, and at the last
  std::fill(near.relevant.begin(), near.relevant.end(), 0u);
  std::fill(far.relevant.begin(), far.relevant.end(), 0u);
  for (std::size_t q = 0; q < 50; ++q) {
    near.all[q * 9] = far.all[q * 9 + 8] = 20;
    near.relevant[q * 9] = far.relevant[q * 9 + 8] = 20;
  }
  const QueryBootstrap different = bootstrap_queries(metric("map"), near, far, 999);
  CHECK(different.low > 0);
  CHECK(different.p_value == doctest::Approx(0.002));
}

TEST_CASE("bootstrap: counts beyond 2^32 in one draw are added up right") {
  RankCounts huge = rankings(12, 8);
  RankCounts scaled = huge;  // of such a size that one draw of twelve does not fit 32 bits
  for (std::uint32_t& n : scaled.all) n *= 20000000;
  for (std::uint32_t& n : scaled.relevant) n *= 20000000;
  const Metric m = metric("auprc");
  const RankCounts other = rankings(12, 9);
  RankCounts other_scaled = other;
  for (std::uint32_t& n : other_scaled.all) n *= 20000000;
  for (std::uint32_t& n : other_scaled.relevant) n *= 20000000;
  const QueryBootstrap small = bootstrap_queries(m, huge, other, 101);
  const QueryBootstrap large = bootstrap_queries(m, scaled, other_scaled, 101);
  CHECK(large.low == doctest::Approx(small.low).epsilon(1e-12));
  CHECK(large.high == doctest::Approx(small.high).epsilon(1e-12));
}

TEST_CASE("bootstrap: real-valued rankings have means over queries, but nothing pooled") {
  RankCounts real;
  real.n_queries = 3;
  real.distances = RealDistances{.offsets = {0, 2, 5, 6}};
  real.all = {1, 3, 2, 1, 1, 4};
  real.relevant = {1, 0, 0, 1, 1, 2};
  RankCounts other = real;
  other.relevant = {0, 1, 2, 0, 0, 2};
  const QueryBootstrap found = bootstrap_queries(metric("map"), real, other, 300);
  CHECK(found.difference == metric("map").value(real) - metric("map").value(other));
  CHECK(found.low <= found.difference);
  CHECK(found.high >= found.difference);
  CHECK_THROWS_WITH_AS(bootstrap_queries(metric("auprc"), real, other, 300),
                       "bootstrap: metric 'auprc' pools queries, and a ranking by real-valued "
                       "distances keeps no radii of single ones; ask for a mean over queries, such "
                       "as 'map'",
                       Error);
}

TEST_CASE("bootstrap: what cannot be paired or drawn is refused") {
  const RankCounts a = rankings(5, 1), b = rankings(6, 1);
  const Metric m = metric("map");
  CHECK_THROWS_WITH_AS(bootstrap_queries(m, a, b, 10),
                       "bootstrap: 5 queries against 6, expected the same, at least 1", Error);
  CHECK_THROWS_WITH_AS(bootstrap_queries(m, RankCounts(), RankCounts(), 10),
                       "bootstrap: 0 queries against 0, expected the same, at least 1", Error);
  CHECK_THROWS_WITH_AS(bootstrap_queries(m, a, a, 0), "bootstrap: 0 resamples, expected at least 1",
                       Error);
  for (const double confidence : {1.0, 0.0, -0.5}) {
    CHECK_THROWS_AS(bootstrap_queries(m, a, a, 10, confidence), Error);
  }
}

TEST_CASE("bootstrap: draws without relevant items and rankings of other relevance are counted") {
  // Of two queries one has relevant items: a quarter of the draws has none.
  const RankCounts a = drawn(rankings(30, 1), {0, 1}), b = drawn(rankings(30, 2), {0, 1});
  RankCounts fewer = rankings(30, 2);  // one more query has none than in the other ranking
  std::fill_n(fewer.relevant.begin() + 9, 9, 0u);
  for (const char* name :
       {"map", "map:without-relevant=zero", "f1-macro@3:without-relevant=zero"}) {
    CAPTURE(name);
    const Metric m = metric(name);
    for (const auto& [first, second] : {std::pair{a, b}, std::pair{rankings(30, 1), fewer}}) {
      const QueryBootstrap found = bootstrap_queries(m, first, second, 201);
      const QueryBootstrap expected = by_definition(m, first, second, 201);
      CHECK(std::abs(found.low - expected.low) < 1e-12);
      CHECK(std::abs(found.high - expected.high) < 1e-12);
      CHECK(found.p_value == expected.p_value);
    }
  }
}

TEST_CASE("bootstrap: a mean of a draw of which no query counts is 0") {
  const auto only_for = [](std::size_t query) {
    RankCounts c;
    c.n_queries = 2;
    c.distances = CodeDistances{1};
    c.all = {1, 1};
    c.relevant = {0, 0};
    c.relevant[query] = 1;
    return c;
  };
  // Of the draws a quarter has query 0 alone, which counts for one ranking, a quarter query 1.
  const Metric map = metric("map:without-relevant=skip");
  const QueryBootstrap result = bootstrap_queries(map, only_for(0), only_for(1), 200);
  CHECK(result.low == -1);
  CHECK(result.high == 1);
}

TEST_CASE("bootstrap: one query is always drawn, once is a resample, and no database is no error") {
  const Metric m = metric("map");
  const RankCounts a = drawn(rankings(5, 1), {1}), b = drawn(rankings(5, 2), {1});
  const QueryBootstrap one = bootstrap_queries(m, a, b, 1);
  CHECK(one.low == one.difference);
  CHECK(one.high == one.difference);
  RankCounts real;
  real.n_queries = 1;
  real.distances = RealDistances{.offsets = {0, 2}};
  real.all = {2, 3};
  real.relevant = {1, 0};
  RankCounts other = real;
  other.relevant = {0, 1};
  const QueryBootstrap of_real = bootstrap_queries(m, real, other, 5);
  CHECK(of_real.difference > 0);
  CHECK(of_real.low == of_real.difference);
  CHECK(of_real.high == of_real.difference);
  RankCounts empty;
  empty.n_queries = 2;
  empty.distances = CodeDistances{3};
  empty.all.resize(6);
  empty.relevant.resize(6);
  CHECK(bootstrap_queries(metric("auprc"), empty, empty, 20).high == 0);
}

TEST_CASE("bootstrap: a single distance that is beyond 2^32 in one draw is added up right") {
  const auto counts = [](std::uint32_t scale, std::vector<std::uint32_t> relevant) {
    RankCounts c;
    c.n_queries = 3;
    c.distances = CodeDistances{2};
    c.all = {3, 1, 3, 1, 2, 2};
    c.relevant = std::move(relevant);
    for (std::uint32_t& n : c.all) n *= scale;
    for (std::uint32_t& n : c.relevant) n *= scale;
    return c;
  };
  const auto of_scale = [&](std::uint32_t scale) {
    return bootstrap_queries(metric("auprc"), counts(scale, {2, 0, 1, 1, 1, 0}),
                             counts(scale, {1, 1, 0, 1, 1, 2}), 101);
  };
  const QueryBootstrap small = of_scale(1), large = of_scale(1000000000);
  CHECK(large.low == doctest::Approx(small.low).epsilon(1e-12));
  CHECK(large.high == doctest::Approx(small.high).epsilon(1e-12));
  CHECK(small.low < small.high);
}

}  // namespace hashlab::query_bootstrap_test
