#include "hashers/projections/parts/class_posterior.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace hashlab::class_posterior_test {

using namespace hashers;

namespace {

struct Study {
  arma::mat F, one, some;

  Study() : F(60, 4), one(60, 4, arma::fill::zeros), some(60, 4, arma::fill::zeros) {
    Rng rng(1);
    for (double& x : F) x = rng.normal();
    for (arma::uword i = 0; i < 60; ++i) {
      // Classes that the features say something of, but not everything.
      one(i, F(i, 0) + rng.normal() > 0 ? i % 2 : 2 + i % 2) = 1;
      for (arma::uword c = 0; c < 4; ++c) some(i, c) = F(i, c) + 2 * rng.normal() > 1 ? 1 : 0;
    }
  }
};

ClassPosterior learned(const arma::mat& F, const arma::mat& Y, bool exclusive, double ridge) {
  const ClassPosteriorProblem problem = {F, Y, exclusive, ridge, "test"};
  return class_posterior(problem, scaled_posterior(problem));
}

/// Gradients by W and b of the log losses and the penalty.
double steepest(const ClassPosterior& at, const arma::mat& F, const arma::mat& Y, double ridge) {
  const arma::mat wrong = at(F) - Y, I = arma::eye(arma::size(at.W));
  const double a = arma::trace(at.W) / static_cast<double>(at.W.n_cols);
  const arma::mat of_W = F.t() * wrong + ridge * (at.W - 0.99 * a * I);
  const arma::rowvec of_b = arma::sum(wrong, 0) + ridge * 0.01 * at.b;
  return std::max(arma::abs(of_W).max(), arma::abs(of_b).max());
}

}  // namespace

TEST_CASE("class posterior: its objective is flat where it ends") {
  const Study study;
  const ClassPosterior one = learned(study.F, study.one, true, 0.1);
  const ClassPosterior some = learned(study.F, study.some, false, 0.1);
  const ClassPosterior none{arma::mat(4, 4, arma::fill::zeros), arma::rowvec(4, arma::fill::zeros),
                            true};
  CHECK(steepest(none, study.F, study.one, 0.1) > 1);
  CHECK(steepest(one, study.F, study.one, 0.1) < 5e-3);
  CHECK(steepest(some, study.F, study.some, 0.1) < 5e-3);
}

TEST_CASE("class posterior: one class each means that probabilities sum to 1, and not otherwise") {
  const Study study;
  const arma::mat one = learned(study.F, study.one, true, 0.1)(study.F),
                  some = learned(study.F, study.some, false, 0.1)(study.F);
  CHECK(arma::approx_equal(arma::sum(one, 1), arma::vec(60, arma::fill::ones), "absdiff", 1e-12));
  CHECK(arma::abs(arma::sum(some, 1) - 1).max() > 0.1);
  CHECK(one.min() >= 0);
  CHECK(some.min() >= 0);
  CHECK(some.max() <= 1);
}

TEST_CASE(
    "class posterior: a strong ridge leaves a multiple of the scores, a stronger one nothing") {
  const Study study;
  const ClassPosterior strong = learned(study.F, study.some, false, 1e3);
  const double a = strong.W(0, 0);
  CHECK(a > 0.05);
  CHECK(arma::approx_equal(strong.W, a * arma::eye(4, 4), "absdiff", 0.1 * a));
  const arma::mat P = learned(study.F, study.one, true, 1e9)(study.F);
  CHECK(arma::approx_equal(P.row(0), arma::rowvec(4, arma::fill::value(0.25)), "absdiff", 1e-3));
}

TEST_CASE(
    "scaled posterior: no other multiple of the scores, nor offset, has a smaller objective") {
  const Study study;
  for (const bool exclusive : {true, false}) {
    CAPTURE(exclusive);
    const arma::mat& Y = exclusive ? study.one : study.some;
    const ClassPosterior best = scaled_posterior({study.F, Y, exclusive, 0.1, "test"});
    const double a = best.W(0, 0), b = best.b[0];
    CHECK(a > 0);
    CHECK(arma::approx_equal(best.W, a * arma::eye(4, 4), "absdiff", 0));
    CHECK((b == 0) == exclusive);
    const auto objective = [&](double at, double offset) {
      const ClassPosterior other{at * arma::eye(4, 4), arma::rowvec(4, arma::fill::value(offset)),
                                 exclusive};
      return 60 * log_loss(other(study.F), Y, exclusive) +
             0.1 * 0.01 * 4 / 2 * (at * at + offset * offset);
    };
    const double least = objective(a, b);
    for (const double step : {-0.01, 0.01}) {
      CHECK(objective(a + step, b) > least);
      if (!exclusive) CHECK(objective(a, b + step) > least);
    }
  }
}

TEST_CASE("class posterior: where it begins does not matter") {
  const Study study;
  const ClassPosterior far{arma::mat(4, 4, arma::fill::ones), arma::rowvec(4, arma::fill::ones),
                           true};
  const ClassPosteriorProblem problem = {study.F, study.one, true, 0.1, "test"};
  CHECK(arma::approx_equal(class_posterior(problem, far)(study.F),
                           learned(study.F, study.one, true, 0.1)(study.F), "absdiff", 1e-3));
}

TEST_CASE("class folds: each class has as many samples in each fold, up to one") {
  const Study study;
  const arma::uvec folds = class_folds(study.one, 5, Rng(3));
  CHECK(folds.max() == 4);
  for (arma::uword c = 0; c < 4; ++c) {
    const arma::uvec own = folds.elem(arma::find(study.one.col(c)));
    arma::uword least = own.n_elem, most = 0;
    for (arma::uword k = 0; k < 5; ++k) {
      const arma::uvec here = arma::find(own == k);
      least = std::min(least, here.n_elem);
      most = std::max(most, here.n_elem);
    }
    CHECK(most - least <= 1);
  }
  CHECK(arma::any(folds != class_folds(study.one, 5, Rng(4))));
}

TEST_CASE("cross-fitted: what is said of a sample does not depend on its own classes") {
  const Study study;
  const arma::uvec folds = class_folds(study.one, 5, Rng(3));
  const ClassPosterior start = learned(study.F, study.one, true, 0.1);
  const arma::mat P = cross_fitted({study.F, study.one, true, 0.1, "test"}, folds, start);
  arma::mat other = study.one;
  other.row(7) = arma::shift(other.row(7), 1);
  const arma::mat Q = cross_fitted({study.F, other, true, 0.1, "test"}, folds, start);
  for (arma::uword i = 0; i < 60; ++i) {
    CHECK((arma::abs(P.row(i) - Q.row(i)).max() < 1e-6) == (folds[i] == folds[7]));
  }
  CHECK(log_loss(P, study.one, true) > log_loss(start(study.F), study.one, true));
  const arma::mat all = cross_fitted({study.F, study.one, true, 0.1, "test"},
                                     arma::uvec(60, arma::fill::zeros), start);
  CHECK(arma::approx_equal(all, start(study.F), "absdiff", 0));
}

TEST_CASE("class posterior: classes that are parted without error stay finite") {
  arma::mat F(20, 2), Y(20, 2, arma::fill::zeros);
  for (arma::uword i = 0; i < 20; ++i) {
    F(i, 0) = i < 10 ? 1 : -1;
    F(i, 1) = -F(i, 0);
    Y(i, i < 10 ? 0 : 1) = 1;
  }
  const arma::mat P = learned(F, Y, true, 0.15)(F);
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

}  // namespace hashlab::class_posterior_test
