#include "results/statistics/correlation.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hashlab::correlation_test {

using namespace results;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

using Values = std::vector<double>;

Values one_to(std::size_t n) {
  Values x(n);
  std::iota(x.begin(), x.end(), 1.0);
  return x;
}

}  // namespace

TEST_CASE("correlation: equal values do not vary, however their mean is rounded") {
  // 0.1 ten times sums to less than 1.
  const Values same(10, 0.1), x = one_to(10);
  CHECK_FALSE(pearson(same, x));
  CHECK_FALSE(pearson(x, same));
  CHECK_FALSE(correlation(same, x).pearson_interval);
}

TEST_CASE("correlation: values too near each other to be told apart by squares have none") {
  const Values near = {0, 1e-200, 0}, x = {1, 2, 4};
  CHECK_FALSE(pearson(near, x));
  CHECK_FALSE(pearson(x, near));
}

TEST_CASE("correlation: two pairs lie on a line, five are the fewest that are tested") {
  CHECK(*pearson(Values{1, 2}, Values{3, 5}) == doctest::Approx(1).epsilon(1e-15));
  const Correlation four = correlation(one_to(4), one_to(4));
  CHECK_FALSE(four.pearson->p_value);
  CHECK_FALSE(four.pearson_interval);
  const Correlation five = correlation(one_to(5), Values{2, 1, 3, 5, 4});
  CHECK(five.pearson->p_value);
  CHECK(five.pearson_interval);
  CHECK(five.spearman->value == doctest::Approx(0.8).epsilon(1e-14));
}

TEST_CASE("correlation: each function refuses what are no pairs of finite numbers") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& coefficient : {pearson, spearman}) {
    CHECK(error_of([&] {
            coefficient(Values{1, 2, 3}, Values{1});
          }) == "correlation: 3 values against 1, expected pairs");
    CHECK(error_of([&] {
            coefficient(Values{1, 2}, Values{1, nan});
          }) == "correlation: pair 1 is (2, nan), expected finite values");
    CHECK(error_of([&] { coefficient(Values{nan, 2}, Values{1, 1}); }) == Contains("pair 0"));
  }
}

TEST_CASE("correlation: p is the share of 9,999 shuffles, and of the pairing at hand, as far off") {
  const Values x = one_to(6), y = {2, 1, 4, 3, 6, 5};
  const double reached = std::abs(*pearson(x, y)) - 1e-12;
  Rng rng = Rng(1).stream("correlation.pairings");
  std::vector<std::uint32_t> order(6);
  std::iota(order.begin(), order.end(), 0u);
  double as_far = 1;
  for (int pairing = 0; pairing < 9999; ++pairing) {
    rng.shuffle(order);
    Values shuffled;
    for (const std::uint32_t i : order) shuffled.push_back(y[i]);
    as_far += std::abs(*pearson(x, shuffled)) >= reached ? 1 : 0;
  }
  CHECK(*correlation(x, y).pearson->p_value == as_far / 10000);
}

TEST_CASE("correlation: where there is none, every shuffle is as far off, and p is 1") {
  const Correlation none = correlation(one_to(5), Values{1, 0, 2, 0, 1});
  CHECK(none.pearson->value == doctest::Approx(0).scale(1).epsilon(1e-15));
  CHECK(*none.pearson->p_value == 1);
}

TEST_CASE("correlation: equal values share the mean of their ranks") {
  // Ranks 1.5, 1.5, 3, 5, 5, 5 against 1 .. 6.
  const Values x = {7, 7, 8, 9, 9, 9};
  const Values ranks = {1.5, 1.5, 3, 5, 5, 5};
  CHECK(*spearman(x, one_to(6)) == *pearson(ranks, one_to(6)));
  CHECK(*spearman(Values{9, 7, 9, 8, 7, 9}, one_to(6)) ==
        *pearson(Values{5, 1.5, 5, 3, 1.5, 5}, one_to(6)));
}

TEST_CASE("correlation: above 200 pairs there are 999 shuffles") {
  CHECK(*correlation(one_to(200), one_to(200)).pearson->p_value == 1.0 / 10000);
  CHECK(*correlation(one_to(201), one_to(201)).pearson->p_value == 1.0 / 1000);
}

}  // namespace hashlab::correlation_test
