#include "results/statistics/group_bounds.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace hashlab::group_bounds_test {

using namespace results;
using hashlab::testing::error_of;

namespace {

doctest::Approx near(double x) {
  return doctest::Approx(x).epsilon(1e-12);
}

double mean_score(const std::vector<double>& scores) {
  double sum = 0;
  for (const double score : scores) sum += score;
  return sum / static_cast<double>(scores.size());
}

std::vector<double> drawn(std::size_t n, const std::function<double()>& score) {
  std::vector<double> scores(n);
  for (double& s : scores) s = score();
  return scores;
}

constexpr std::size_t trials = 4000;

/// The share of `trials` in which the mean of n scores is within the half width of `expectation`.
double coverage(std::size_t n, double expectation, const std::function<double()>& score,
                const std::function<double(const std::vector<double>&)>& half_width) {
  std::size_t covered = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const std::vector<double> scores = drawn(n, score);
    if (std::abs(mean_score(scores) - expectation) <= half_width(scores)) ++covered;
  }
  return static_cast<double>(covered) / trials;
}

/// Is a share of `trials` within four standard errors of its expectation?
bool is_about(double share, double expected) {
  return std::abs(share - expected) < 4 * std::sqrt(expected * (1 - expected) / trials);
}

}  // namespace

TEST_CASE("bounds over groups: two groups of score .5 have no spread, but bounds far apart") {
  const std::vector<double> scores = {.5, .5};
  CHECK(clt_half_width(scores) == 0);
  CHECK(student_half_width(scores) == 0);
  CHECK(bernoulli_half_width(scores) == doctest::Approx(.692952).epsilon(1e-6));
  CHECK(hoeffding_half_width(2) == doctest::Approx(.960323).epsilon(1e-6));
}

TEST_CASE("bounds over groups: widths are the quantiles of tables times the standard error") {
  const double z95 = 1.959963984540054, z99 = 2.5758293035489004;
  const std::vector<double> two = {0, 1};  // standard error 1/2
  CHECK(clt_half_width(two) == near(z95 / 2));
  CHECK(clt_half_width(two, .99) == near(z99 / 2));
  CHECK(student_half_width(two) == near(12.706204736174705 / 2));
  CHECK(student_half_width(two, .5) == near(.5));  // the quartile of one degree of freedom is 1
  CHECK(bernoulli_half_width(two) == near(z95 * std::sqrt(.125)));
  // Ten scores .1, .2, .. 1 have the variance 11/120, so the standard error is sqrt(11/1200).
  std::vector<double> ten;
  for (int i = 1; i <= 10; ++i) ten.push_back(i / 10.0);
  const double error = std::sqrt(11.0 / 1200);
  CHECK(clt_half_width(ten) == near(z95 * error));
  CHECK(student_half_width(ten) == near(2.2621571627982055 * error));
  CHECK(student_half_width(ten, .99) == near(3.2498355415921263 * error));
  CHECK(bernoulli_half_width(ten) == near(z95 * std::sqrt(.55 * .45 / 10)));
  CHECK(hoeffding_half_width(10) == near(std::sqrt(std::log(40.0) / 20)));
  CHECK(hoeffding_half_width(10, .99) == near(std::sqrt(std::log(200.0) / 20)));
}

TEST_CASE("bounds over groups: of a difference the squared standard errors add up") {
  const std::vector<double> a = {0, 1}, b = {.2, .4, .6};  // squared: 1/4, .04/3
  CHECK(difference_half_width(a, b) == near(1.959963984540054 * std::sqrt(.25 + .04 / 3)));
  CHECK(difference_half_width(a, b) == difference_half_width(b, a));
  CHECK(difference_half_width(a, a) == near(std::sqrt(2.0) * clt_half_width(a)));
  const std::vector<double> constant = {.3, .3};
  CHECK(difference_half_width(b, constant) == near(clt_half_width(b)));
  CHECK(difference_half_width(constant, constant) == 0);
}

TEST_CASE("bounds over groups: the more is assumed, the narrower they are") {
  Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    const std::vector<double> scores = drawn(12, [&] { return rng.uniform(); });
    // A sample deviation has N - 1 below, the bound of the variance has N.
    CHECK(clt_half_width(scores) < student_half_width(scores));
    CHECK(clt_half_width(scores) <= bernoulli_half_width(scores) * std::sqrt(12.0 / 11));
    CHECK(bernoulli_half_width(scores) < hoeffding_half_width(12));
    CHECK(student_half_width(scores, .9) < student_half_width(scores, .99));
  }
  CHECK(bernoulli_half_width(std::vector<double>{1, 1, 1}) == 0);
  CHECK(bernoulli_half_width(std::vector<double>{0}) == 0);
  // Groups may be many: the quantile of t becomes the normal one.
  const std::vector<double> many = drawn(100000, [&] { return rng.uniform(); });
  CHECK(student_half_width(many) == doctest::Approx(clt_half_width(many)).epsilon(1e-4));
}

TEST_CASE("bounds over groups: intervals cover the expectation as often as they say") {
  Rng rng(2);
  const auto normal = [&] { return .5 + .1 * rng.normal(); };
  const auto uniform = [&] { return rng.uniform(); };
  const auto coin = [&] { return rng.below(10) < 3 ? 1.0 : 0.0; };
  const auto clt = [](const auto& scores) { return clt_half_width(scores); };
  const auto student = [](const auto& scores) { return student_half_width(scores); };
  const auto bernoulli = [](const auto& scores) { return bernoulli_half_width(scores); };
  const auto hoeffding = [](const auto& scores) { return hoeffding_half_width(scores.size()); };
  // Of normal scores Student's interval is exact; the normal quantile makes five groups cover with
  // the probability that |t| of four degrees of freedom is below 1.96, two with that of one.
  CHECK(is_about(coverage(5, .5, normal, student), .95));
  CHECK(is_about(coverage(5, .5, normal, clt), .8784));
  CHECK(is_about(coverage(2, .5, normal, clt), .6997));
  // What is no more than a bound covers more.
  CHECK(coverage(20, .5, uniform, bernoulli) > .99);
  CHECK(coverage(20, .5, uniform, hoeffding) > .99);
  CHECK(coverage(20, .3, coin, hoeffding) > .97);
  // Scores of 0 and 1 have the greatest variance that there is.
  CHECK(std::abs(coverage(200, .3, coin, bernoulli) - .95) < .02);
}

TEST_CASE("bounds over groups: an interval of a difference covers the true one") {
  Rng rng(3);
  std::size_t covered = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const std::vector<double> a = drawn(60, [&] { return rng.uniform(); }),
                              b = drawn(40, [&] { return rng.below(4) == 0 ? .8 : .4; });
    const double difference = mean_score(a) - mean_score(b);
    if (std::abs(difference) <= difference_half_width(a, b)) ++covered;
  }
  CHECK(std::abs(static_cast<double>(covered) / trials - .95) < .02);
}

TEST_CASE("bounds over groups: too few groups and impossible levels are errors") {
  const std::vector<double> one = {.5}, two = {.4, .5}, none;
  const std::string few = "bounds over groups: there are 1 groups, expected 2 at least";
  CHECK(error_of([&] { clt_half_width(one); }) == few);
  CHECK(error_of([&] { student_half_width(one); }) == few);
  CHECK(error_of([&] { difference_half_width(two, one); }) == few);
  CHECK(error_of([&] { difference_half_width(one, two); }) == few);
  CHECK(error_of([&] { bernoulli_half_width(none); }) ==
        "bounds over groups: there are 0 groups, expected 1 at least");
  CHECK(error_of([] { hoeffding_half_width(0); }) ==
        "bounds over groups: there are 0 groups, expected 1 at least");
  for (const double level : {0.0, 1.0, -.1, 95.0, std::nan("")}) {
    CAPTURE(level);
    for (const std::string& message : {error_of([&] { clt_half_width(two, level); }),
                                       error_of([&] { student_half_width(two, level); }),
                                       error_of([&] { bernoulli_half_width(two, level); }),
                                       error_of([&] { hoeffding_half_width(2, level); }),
                                       error_of([&] { difference_half_width(two, two, level); })}) {
      CHECK(message == testing::Contains("is not between 0 and 1"));
    }
  }
}

}  // namespace hashlab::group_bounds_test
