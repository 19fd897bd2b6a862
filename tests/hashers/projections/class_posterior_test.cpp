#include "hashers/projections/parts/class_posterior.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace hashlab;

namespace {

struct Study {
  arma::mat F, one, some;

  Study() : F(60, 3), one(60, 4, arma::fill::zeros), some(60, 4, arma::fill::zeros) {
    Rng rng(1);
    for (double& x : F) x = rng.normal();
    for (arma::uword i = 0; i < 60; ++i) {
      // Classes that the features say something of, but not everything.
      one(i, F(i, 0) + rng.normal() > 0 ? i % 2 : 2 + i % 2) = 1;
      for (arma::uword c = 0; c < 4; ++c) some(i, c) = F(i, c % 3) + 2 * rng.normal() > 1 ? 1 : 0;
    }
  }
};

/// Gradients by W and b of the log losses and ridge / 2 |W|^2.
double steepest(const ClassPosterior& at, const arma::mat& F, const arma::mat& Y, double ridge) {
  const arma::mat wrong = at(F) - Y;
  return std::max(arma::abs(F.t() * wrong + ridge * at.W).max(),
                  arma::abs(arma::sum(wrong, 0)).max());
}

}  // namespace

TEST_CASE("class posterior: its objective is flat where it ends") {
  const Study study;
  const ClassPosterior one = class_posterior(study.F, study.one, true, 0.1, "test");
  const ClassPosterior some = class_posterior(study.F, study.some, false, 0.1, "test");
  const ClassPosterior none{arma::mat(3, 4, arma::fill::zeros), arma::rowvec(4, arma::fill::zeros),
                            true};
  CHECK(steepest(none, study.F, study.one, 0.1) > 1);
  CHECK(steepest(one, study.F, study.one, 0.1) < 1e-3);
  CHECK(steepest(some, study.F, study.some, 0.1) < 1e-3);
}

TEST_CASE("class posterior: one class each means that probabilities sum to 1, and not otherwise") {
  const Study study;
  const arma::mat one = class_posterior(study.F, study.one, true, 0.1, "test")(study.F),
                  some = class_posterior(study.F, study.some, false, 0.1, "test")(study.F);
  CHECK(arma::approx_equal(arma::sum(one, 1), arma::vec(60, arma::fill::ones), "absdiff", 1e-12));
  CHECK(arma::abs(arma::sum(some, 1) - 1).max() > 0.1);
  CHECK(one.min() >= 0);
  CHECK(some.min() >= 0);
  CHECK(some.max() <= 1);
}

TEST_CASE("class posterior: a strong ridge leaves how frequent classes are") {
  const Study study;
  const arma::mat P = class_posterior(study.F, study.one, true, 1e9, "test")(study.F);
  CHECK(arma::approx_equal(P.row(0), arma::mean(study.one, 0), "absdiff", 1e-3));
}

TEST_CASE("class posterior: classes that are parted without error stay finite") {
  arma::mat F(20, 1), Y(20, 2, arma::fill::zeros);
  for (arma::uword i = 0; i < 20; ++i) {
    F(i, 0) = i < 10 ? -1 : 1;
    Y(i, i < 10 ? 0 : 1) = 1;
  }
  const arma::mat P = class_posterior(F, Y, true, 0.15, "test")(F);
  CHECK(P(0, 0) > 0.9);
  CHECK(P(0, 0) < 1);
  CHECK(P(19, 1) > 0.9);
}

TEST_CASE("log loss: the mean of -log of what was said of the truth, never infinite") {
  const arma::mat P{{0.5, 0.5}, {0.25, 0.75}}, Y{{1, 0}, {0, 1}};
  CHECK(log_loss(P, Y, true) == doctest::Approx((std::log(2) - std::log(0.75)) / 2));
  CHECK(log_loss(P, Y, false) == doctest::Approx(std::log(2) - std::log(0.75)));
  CHECK(std::isfinite(log_loss(arma::mat{{0, 1}}, arma::mat{{1, 0}}, true)));
}
