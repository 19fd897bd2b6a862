#include "results/statistics/statistics.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "results/statistics/paired.h"
#include "results/statistics/run_values.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace hashlab::statistics_test {

using namespace results;

namespace {

SignedRank test_differences(const std::vector<double>& d) {
  return wilcoxon_signed_rank(d, std::vector<double>(d.size(), 0.0));
}

/// Differences 1, 2, ..., n with the given ones negative: W- is the sum of the negative ones.
SignedRank test_ranks(int n, const std::vector<int>& negative) {
  std::vector<double> d;
  for (int i = 1; i <= n; ++i) {
    const bool below = std::find(negative.begin(), negative.end(), i) != negative.end();
    d.push_back(below ? -i : i);
  }
  return test_differences(d);
}

/// The test by its definition: mid-ranks by counting, then every assignment of signs.
double brute_force_p_value(const std::vector<double>& differences) {
  std::vector<double> d;
  for (const double x : differences) {
    if (x != 0) d.push_back(x);
  }
  std::vector<double> rank;
  for (const double x : d) {
    double below = 0;
    double equal = 0;
    for (const double y : d) {
      below += std::abs(y) < std::abs(x);
      equal += std::abs(y) == std::abs(x);
    }
    rank.push_back(below + (equal + 1) / 2);
  }
  const auto smaller_sum = [&](auto positive) {
    double plus = 0;
    double minus = 0;
    for (std::size_t i = 0; i < d.size(); ++i) (positive(i) ? plus : minus) += rank[i];
    return std::min(plus, minus);
  };
  const double observed = smaller_sum([&](std::size_t i) { return d[i] > 0; });
  std::uint64_t extreme = 0;
  const std::uint64_t assignments = std::uint64_t{1} << d.size();
  for (std::uint64_t signs = 0; signs < assignments; ++signs) {
    extreme += smaller_sum([&](std::size_t i) { return (signs >> i & 1) != 0; }) <= observed;
  }
  return static_cast<double>(extreme) / static_cast<double>(assignments);
}

}  // namespace

TEST_CASE("statistics: mean and sample standard deviation of a worked example") {
  const std::vector<double> x = {2, 4, 4, 4, 5, 5, 7, 9};
  CHECK(mean(x) == 5);
  CHECK(sample_standard_deviation(x) == doctest::Approx(std::sqrt(32.0 / 7)).epsilon(1e-15));
  CHECK(sample_standard_deviation(std::vector<double>{3, 3, 3}) == 0);
}

TEST_CASE("statistics: no mean of nothing, no standard deviation of one value") {
  CHECK_THROWS_AS(mean({}), Error);
  CHECK_THROWS_AS(sample_standard_deviation(std::vector<double>{1}), Error);
}

TEST_CASE("wilcoxon: critical values for ten pairs are W 8 at .05 and 3 at .01") {
  CHECK(test_ranks(10, {8}).w_minus == 8);
  CHECK(test_ranks(10, {8}).p_value < 0.05);
  CHECK(test_ranks(10, {9}).p_value > 0.05);
  CHECK(test_ranks(10, {3}).p_value < 0.01);
  CHECK(test_ranks(10, {4}).p_value > 0.01);
}

TEST_CASE("wilcoxon: critical values of the published two-sided tables at .05") {
  // Smallest W that is not significant is one more, for n = 6 .. 25.
  const std::vector<int> critical = {0,  2,  3,  5,  8,  10, 13, 17, 21, 25,
                                     29, 34, 40, 46, 52, 58, 65, 73, 81, 89};
  for (int n = 6; n <= 25; ++n) {
    CAPTURE(n);
    const auto ranks_with_sum = [n](int sum) {
      std::vector<int> ranks;
      for (int rank = n; rank >= 1; --rank) {
        if (rank <= sum) {
          ranks.push_back(rank);
          sum -= rank;
        }
      }
      return ranks;
    };
    const int w = critical[static_cast<std::size_t>(n - 6)];
    CHECK(test_ranks(n, ranks_with_sum(w)).w_minus == w);
    CHECK(test_ranks(n, ranks_with_sum(w)).p_value <= 0.05);
    CHECK(test_ranks(n, ranks_with_sum(w + 1)).p_value > 0.05);
  }
}

TEST_CASE("wilcoxon: the smallest p-value of ten pairs is 2 / 1024, of five above .05") {
  const SignedRank test = test_ranks(10, {});
  CHECK(test.n == 10);
  CHECK(test.w_plus == 55);
  CHECK(test.w_minus == 0);
  CHECK(test.p_value == 2.0 / 1024);
  CHECK(test_ranks(5, {}).p_value == 2.0 / 32);
  CHECK(test_ranks(6, {}).p_value == 2.0 / 64);
  CHECK(test_ranks(25, {}).p_value == 2.0 / (1 << 25));
}

TEST_CASE("wilcoxon: exact p-values equal those of all sign assignments, with ties and zeros") {
  Rng rng(1);
  for (std::size_t n = 1; n <= 11; ++n) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<double> d;
      // Few sizes, so that most samples have ties, and some zeros.
      for (std::size_t i = 0; i < n; ++i) d.push_back(static_cast<double>(rng.below(11)) - 4);
      CAPTURE(n);
      CAPTURE(repeat);
      CHECK(test_differences(d).p_value == brute_force_p_value(d));
    }
  }
}

TEST_CASE("wilcoxon: zero differences are dropped") {
  const SignedRank test = test_differences({0, 3, 0, -1, 2, 0});
  CHECK(test.n == 3);
  CHECK(test.w_plus == 5);
  CHECK(test.w_minus == 1);
  CHECK(test.p_value == test_differences({3, -1, 2}).p_value);
}

TEST_CASE("wilcoxon: p is 1 when nothing differs, and when the rank sums are equal") {
  CHECK(test_differences({0, 0, 0}).p_value == 1);
  CHECK(test_differences({}).p_value == 1);
  CHECK(test_differences({1, -1}).p_value == 1);
  CHECK(test_differences({1, 2, -3}).p_value == 1);
}

TEST_CASE("wilcoxon: equal sizes share their mid-rank") {
  const SignedRank test = test_differences({1, 1, -1, 5});
  CHECK(test.w_plus == 2 + 2 + 4);
  CHECK(test.w_minus == 2);
}

TEST_CASE("wilcoxon: exchanging the samples exchanges the rank sums and keeps p") {
  const std::vector<double> a = {.31, .28, .35, .30, .27, .33, .29};
  const std::vector<double> b = {.30, .26, .36, .27, .23, .28, .35};
  const SignedRank ab = wilcoxon_signed_rank(a, b);
  const SignedRank ba = wilcoxon_signed_rank(b, a);
  CHECK(ab.w_plus == ba.w_minus);
  CHECK(ab.w_minus == ba.w_plus);
  CHECK(ab.p_value == ba.p_value);
}

TEST_CASE("wilcoxon: beyond 25 pairs the normal approximation with continuity correction") {
  // n = 26, W- = 98: z = (175.5 - 98 - 0.5) / sqrt(26 * 27 * 53 / 24) = 1.955666.
  const SignedRank test = test_ranks(26, {26, 25, 24, 23});
  CHECK(test.w_minus == 98);
  CHECK(test.p_value == doctest::Approx(std::erfc(77 / std::sqrt(1550.25) / std::sqrt(2.0))));
  CHECK(test_ranks(26, {}).p_value < 1e-5);
}

TEST_CASE("wilcoxon: ties lower the variance of the normal approximation") {
  // 26 equal sizes: every rank is 13.5, variance 1550.25 - (26^3 - 26) / 48 = 1184.625.
  std::vector<double> d(26, 1.0);
  for (std::size_t i = 0; i < 8; ++i) d[i] = -1;
  const SignedRank test = test_differences(d);
  CHECK(test.w_minus == 108);
  CHECK(test.p_value == doctest::Approx(std::erfc(67 / std::sqrt(1184.625) / std::sqrt(2.0))));
}

TEST_CASE("wilcoxon: the approximation is near the exact value where it takes over") {
  std::vector<int> negative = {25, 24, 23, 22};
  const double exact = test_ranks(25, negative).p_value;
  const double approximate = test_ranks(26, negative).p_value;
  CHECK(exact == doctest::Approx(0.0675).epsilon(0.05));
  CHECK(approximate < exact);
  CHECK(approximate > exact / 2);
}

TEST_CASE("wilcoxon: p is 1 beyond 25 pairs when the rank sums are equal") {
  std::vector<double> d(28, 1.0);
  for (std::size_t i = 0; i < 14; ++i) d[i] = -1;
  CHECK(test_differences(d).p_value == 1);
}

TEST_CASE("wilcoxon: samples of unequal length and values that are not finite are refused") {
  const std::vector<double> two = {1, 2};
  const std::vector<double> three = {1, 2, 3};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS(wilcoxon_signed_rank(two, three),
                       "wilcoxon: 2 values against 3, expected pairs", Error);
  CHECK_THROWS_WITH_AS(test_differences({1, nan}),
                       "wilcoxon: pair 1 is (nan, 0), expected finite values", Error);
  CHECK_THROWS_AS(test_differences({std::numeric_limits<double>::infinity()}), Error);
  CHECK_THROWS_AS(wilcoxon_signed_rank(two, std::vector{nan, 1.0}), Error);
}

TEST_CASE("kendall: 1 for the same order, -1 for the reverse, by pairs in between") {
  const std::vector<double> a = {1, 2, 3, 4};
  CHECK(kendall_tau(a, std::vector<double>{.1, .2, .3, .9}) == 1);
  CHECK(kendall_tau(a, std::vector<double>{4, 3, 2, 1}) == -1);
  CHECK(kendall_tau(a, std::vector<double>{1, 2, 4, 3}).value() == doctest::Approx(4.0 / 6));
}

TEST_CASE("kendall: ties count on neither side") {
  const std::vector<double> a = {1, 1, 2};
  CHECK(kendall_tau(a, a) == 1);
  // One of three pairs tied in a, none in b: (2 - 0) / sqrt(2 * 3).
  CHECK(kendall_tau(a, std::vector<double>{1, 2, 3}).value() ==
        doctest::Approx(2 / std::sqrt(6.0)));
}

TEST_CASE("kendall: nothing for a constant side or a single value") {
  const std::vector<double> a = {1, 2};
  CHECK_FALSE(kendall_tau(a, std::vector<double>{5, 5}).has_value());
  CHECK_FALSE(kendall_tau(std::vector<double>{5, 5}, a).has_value());
  CHECK_FALSE(kendall_tau(std::vector<double>{1}, std::vector<double>{1}).has_value());
  CHECK_THROWS_AS(kendall_tau(a, std::vector<double>{1}), Error);
}

TEST_CASE("paired: two things without a run in common keep their names and prove nothing") {
  const Combination first = {"improved", "lsh+sbq", {}}, second = {"improved", "pca+sbq", {}};
  const PairedComparison none = compare_pairs(first, second, {{{1, .5}}, {{2, .5}}}, 0.1);
  CHECK(none.first == first);
  CHECK(none.second == second);
  CHECK(none.difference.n == 0);
  CHECK(none.p_holm == 1);
}

TEST_CASE("paired: means, effect sizes and the relative difference of worked examples") {
  // Differences 1 and 3: mean 2, deviation sqrt(2).
  const PairedComparison c = compare_pairs({}, {}, {{{1, 3}, {2, 4}}, {{1, 2}, {2, 1}}}, 0);
  CHECK(c.mean_first == 3.5);
  CHECK(c.mean_second == 1.5);
  CHECK(*c.dz == doctest::Approx(std::sqrt(2.0)).epsilon(1e-14));
  CHECK(*c.relative == doctest::Approx(2 / 1.5).epsilon(1e-14));
  CHECK(*compare_pairs({}, {}, {{{1, 3}, {2, 4}}, {{1, 1}, {2, 1}}}, 0).relative == 2.5);
  CHECK_FALSE(compare_pairs({}, {}, {{{1, 3}, {2, 4}}, {{1, 0}, {2, 0}}}, 0).relative);
}

TEST_CASE("paired: the family of a correction are the comparisons that have runs") {
  std::vector<PairedComparison> family(4);
  family[0].difference.n = 1;  // p = 1
  family[2].difference.n = family[3].difference.n = 10;
  family[2].difference.p_value = 0.02;
  family[3].difference.p_value = 0.01;
  adjust(family);
  CHECK(family[0].p_holm == 1);
  CHECK(family[1].p_holm == 1);
  CHECK(family[2].p_holm == doctest::Approx(0.04));
  CHECK(family[3].p_holm == doctest::Approx(0.03));
}

TEST_CASE("paired: each test has its own p-value and its own idea of which is better") {
  PairedComparison c;
  c.p_holm = 0.01;
  c.p_wilcoxon = 0.009;
  c.difference.mean = 0.1;
  CHECK(advantage(c, PairedTest::corrected) == 0.1);
  CHECK(advantage(c, PairedTest::wilcoxon) == 0);
  c.rank_biserial = -0.5;
  CHECK(advantage(c, PairedTest::wilcoxon) == -0.5);
  CHECK(significance(c) == 1);  // 2 is for less than 0.01
  CHECK(significance(c, PairedTest::wilcoxon) == -2);
  c.p_holm = 0.05;
  CHECK(significance(c) == 0);
}

}  // namespace hashlab::statistics_test
