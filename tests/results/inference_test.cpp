#include "results/statistics/inference.h"
#include "lib/error.h"
#include "results/statistics/statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::inference_test {

using namespace results;

// Values are those that tests/data/make_statistics.py prints.

namespace {

const std::vector<double> sleep_data = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
const std::vector<double> runs = {0.012, -0.003, 0.008, 0.0,   0.021,
                                  0.008, -0.011, 0.004, 0.015, 0.002};

struct Expected {
  double standard_error, t, p_value, low, high;
};

void check_equal(const ResampledT& found, const Expected& expected) {
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12); };
  CHECK(found.standard_error == near(expected.standard_error));
  CHECK(found.t == near(expected.t));
  CHECK(found.p_value == near(expected.p_value));
  CHECK(found.low == near(expected.low));
  CHECK(found.high == near(expected.high));
}

std::string refusal_of(const std::vector<double>& values, double ratio, double confidence) {
  try {
    corrected_resampled_t(values, ratio, confidence);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("resampled t: without correction it is the paired t-test of Student's sleep data") {
  // R's documentation of t.test and Student 1908: t = 4.0621, df = 9, p = 0.002833, interval
  // 0.7001142 to 2.4598858.
  check_equal(corrected_resampled_t(sleep_data, 0),
              {0.3889587238883952, 4.0621276833820366, 0.0028328901973842702, 0.70011423672301754,
               2.4598857632769819});
}

TEST_CASE("resampled t: corrected errors, p-values and intervals are those of SciPy") {
  check_equal(corrected_resampled_t(sleep_data, 0.05),
              {0.4763752022653292, 3.3167133647732969, 0.0089872490952109078, 0.50236442401604187,
               2.6576355759839578});
  check_equal(corrected_resampled_t(runs, 0),
              {0.0029333333333333334, 1.9090909090909094, 0.088590395311466272,
               -0.0010356610108747319, 0.012235661010874734});
  check_equal(corrected_resampled_t(runs, 0.25),
              {0.0054877641672684474, 1.0204520145747114, 0.33415973082859962,
               -0.0068141850187336418, 0.018014185018733642});
  check_equal(corrected_resampled_t(runs, 0.05, 0.99),
              {0.0035925849560819946, 1.5587661999529316, 0.1534810110675183,
               -0.0060753102764644525, 0.017275310276464454});
  check_equal(corrected_resampled_t(std::vector(runs.begin(), runs.begin() + 3), 0.1),
              {0.0051131638389987511, 1.1082505558390834, 0.38318284573918004,
               -0.016333501682857549, 0.027666835016190883});
}

TEST_CASE("resampled t: Nadeau and Bengio's variance for 15 halves has 1/15 + 1 for 1/15") {
  // Their ratio at n2 = n1 is 1: the error grows by sqrt((1/15 + 1) / (1/15)) = 4.
  std::vector<double> d;
  for (int i = 0; i < 15; ++i) d.push_back(std::cos(i));
  const ResampledT plain = corrected_resampled_t(d, 0), corrected = corrected_resampled_t(d, 1);
  CHECK(corrected.standard_error == doctest::Approx(4 * plain.standard_error).epsilon(1e-14));
  CHECK(corrected.mean == plain.mean);
  CHECK(corrected.sd == plain.sd);
}

TEST_CASE("resampled t: the interval excludes zero exactly when p is below its complement") {
  for (const double ratio : {0.0, 0.01, 0.1, 0.5}) {
    for (int shift = -20; shift <= 20; ++shift) {
      std::vector<double> d = runs;
      for (double& x : d) x += 0.001 * shift;
      const ResampledT test = corrected_resampled_t(d, ratio);
      CHECK((test.low > 0 || test.high < 0) == (test.p_value < 0.05));
      for (double& x : d) x = -x;
      const ResampledT mirrored = corrected_resampled_t(d, ratio);
      CHECK(mirrored.p_value == test.p_value);
      CHECK(mirrored.low == -test.high);
    }
  }
}

TEST_CASE("resampled t: one run proves nothing") {
  const ResampledT test = corrected_resampled_t(std::vector{0.25}, 0.1);
  CHECK(test.n == 1);
  CHECK(test.mean == 0.25);
  CHECK(test.p_value == 1);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(test.standard_error == infinity);
  CHECK(test.low == -infinity);
  CHECK(test.high == infinity);
}

TEST_CASE("resampled t: runs that repeat one value are one observation, which proves nothing") {
  const ResampledT same = corrected_resampled_t(std::vector<double>(10, 0.1), 0.1);
  CHECK(same.n == 1);
  CHECK(same.mean == 0.1);
  CHECK(same.p_value == 1);
  CHECK(same.low == -std::numeric_limits<double>::infinity());
  CHECK(same.high == std::numeric_limits<double>::infinity());
  const ResampledT none = corrected_resampled_t(std::vector<double>(10, 0.0), 0.1);
  CHECK(none.p_value == 1);
  CHECK(none.t == 0);
  CHECK(none.low == 0);
  CHECK(none.high == 0);
}

TEST_CASE("resampled t: what cannot be tested is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal_of({}, 0, 0.95) == "resampled t: no values, expected at least 1");
  CHECK(refusal_of({1, nan}, 0, 0.95) == "resampled t: value 1 is nan, expected a finite value");
  CHECK(refusal_of({1, 2}, -0.5, 0.95) == "resampled t: ratio = -0.5, must be >= 0");
  CHECK(refusal_of({1, 2}, nan, 0.95) == "resampled t: ratio = nan, must be >= 0");
  CHECK(refusal_of({nan, 1}, 0, 0.95) == "resampled t: value 0 is nan, expected a finite value");
  CHECK(refusal_of({1, 2}, 1 / 0.0, 0.95) == "resampled t: ratio = inf, must be >= 0");
  for (const double confidence : {0.0, -0.5, 1.5}) {
    CHECK(refusal_of({1, 2}, 0, confidence).ends_with("must be between 0 and 1"));
  }
  CHECK(refusal_of({1, 2}, 0, 1) == "resampled t: confidence = 1, must be between 0 and 1");
}

TEST_CASE("resampling ratio: rho / (1 - rho) of what two runs share") {
  // The harmonic mean of 1000 and 3000 is 1500: 1500 / (60000 - 1500).
  CHECK(resampling_ratio(1000, 3000, 60000) == doctest::Approx(1500.0 / 58500).epsilon(1e-14));
  // However many rows are learned from, never more than twice the queries.
  CHECK(resampling_ratio(1000, 58000, 60000) < 2000.0 / 58000);
  CHECK(strategy_ratio(1000, 60000) == doctest::Approx(250.0 / 59750).epsilon(1e-14));
  CHECK_THROWS_AS(resampling_ratio(0, 5, 10), Error);
  CHECK_THROWS_AS(resampling_ratio(5, 0, 10), Error);
  CHECK(resampling_ratio(5, 5, 10) == 1);  // all rows, as the paper divides them
  CHECK_THROWS_AS(resampling_ratio(5, 6, 10), Error);
  CHECK_THROWS_AS(strategy_ratio(0, 10), Error);
  CHECK_THROWS_AS(strategy_ratio(10, 10), Error);
}

TEST_CASE("holm: adjusted p-values of a worked example") {
  // .005 x 4, .01 x 3, .03 x 2, then .04 x 1 held at the .06 before it.
  const std::vector<double> adjusted = holm(std::vector{0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]));
}

TEST_CASE("holm: ties and products above 1, as NumPy") {
  const std::vector<double> adjusted = holm(std::vector{0.6, 0.01, 0.01, 0.2, 0.049, 0.9});
  const std::vector<double> expected = {1, 0.06, 0.06, 0.6, 0.196, 1};
  for (std::size_t i = 0; i < 6; ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]));
}

TEST_CASE("holm: between the p-value and Bonferroni's, in the order of the p-values") {
  std::vector<double> p;
  for (int i = 0; i < 50; ++i) p.push_back(std::abs(std::sin(i * i)) * std::pow(0.8, i % 17));
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    CHECK(adjusted[i] >= p[i]);
    CHECK(adjusted[i] <= std::min(1.0, 50 * p[i]));
    for (std::size_t j = 0; j < i; ++j) {
      if (p[i] <= p[j]) CHECK(adjusted[i] <= adjusted[j]);
    }
  }
}

TEST_CASE("holm: nothing of nothing, itself of one, and no p-value outside 0 .. 1") {
  CHECK(holm({}).empty());
  CHECK(holm(std::vector{0.3}) == std::vector{0.3});
  CHECK_THROWS_AS(holm(std::vector{0.5, 1.5}), Error);
  CHECK_THROWS_AS(holm(std::vector{0.5, -0.5}), Error);
  CHECK_THROWS_AS(holm(std::vector{std::numeric_limits<double>::quiet_NaN()}), Error);
}

TEST_CASE("effect size: Cohen's dz and the rank-biserial correlation of worked examples") {
  CHECK(*cohens_dz(sleep_data) == doctest::Approx(1.2845575625910546).epsilon(1e-13));
  CHECK(*cohens_dz(runs) == doctest::Approx(0.60370755330487258).epsilon(1e-13));
  CHECK(*cohens_dz(std::vector{1.0, 3.0}) == doctest::Approx(std::sqrt(2.0)).epsilon(1e-14));
  CHECK(*rank_biserial(sleep_data) == 1);
  CHECK(*rank_biserial(runs) == doctest::Approx(0.64444444444444449).epsilon(1e-13));
  CHECK(*rank_biserial(std::vector{-1.0, -2.0, -3.0}) == -1);
}

TEST_CASE("effect size: nothing where there is no spread or no difference") {
  CHECK_FALSE(cohens_dz(std::vector{1.0}).has_value());
  CHECK_FALSE(cohens_dz(std::vector{0.1, 0.1, 0.1}).has_value());
  CHECK_FALSE(rank_biserial(std::vector{0.0, 0.0}).has_value());
  CHECK_FALSE(rank_biserial({}).has_value());
}

TEST_CASE("wins, ties and losses are counted by sign") {
  const WinsTiesLosses count = wins_ties_losses(runs);
  CHECK(count.wins == 7);
  CHECK(count.ties == 1);
  CHECK(count.losses == 2);
}

TEST_CASE("resampled t: a mean of zero is no difference, with the interval of its spread") {
  const ResampledT zero = corrected_resampled_t(std::vector{-1.0, 1.0}, 0);
  CHECK(zero.n == 2);
  CHECK(zero.p_value == 1);
  CHECK(zero.sd == doctest::Approx(std::sqrt(2.0)));
  CHECK(zero.low < 0);
  CHECK(zero.high > 0);
  // Mean 1, deviation 1, three values.
  CHECK(corrected_resampled_t(std::vector{0.0, 1.0, 2.0}, 0).t == doctest::Approx(std::sqrt(3.0)));
}

}  // namespace hashlab::inference_test
