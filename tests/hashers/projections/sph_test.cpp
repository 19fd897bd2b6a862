#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::sph_test {

using hashlab::testing::Clouds;
using hashlab::testing::learn;
using hashlab::testing::normal;
using hashlab::testing::within_over_between;

namespace {

/// o_ij by counting.
arma::mat overlaps(const arma::fmat& Y) {
  arma::mat o(Y.n_cols, Y.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword a = 0; a < Y.n_cols; ++a) {
      for (arma::uword b = 0; b < Y.n_cols; ++b) o(a, b) += Y(i, a) > 0 && Y(i, b) > 0 ? 1 : 0;
    }
  }
  return o;
}

/// Mean of |o_ij - n/4| over pairs, in units of n/4.
double off(const arma::fmat& Y) {
  const arma::mat o = overlaps(Y);
  const double quarter = static_cast<double>(Y.n_rows) / 4;
  double sum = 0, pairs = 0;
  for (arma::uword a = 0; a < o.n_rows; ++a) {
    for (arma::uword b = 0; b < a; ++b) {
      sum += std::abs(o(a, b) - quarter) / quarter;
      ++pairs;
    }
  }
  return sum / pairs;
}

}  // namespace

TEST_CASE("sph: every sphere holds half of the training samples") {
  for (const std::size_t n : {200u, 201u}) {
    const arma::fmat X = normal(9, n, 1);
    const arma::mat o = overlaps(learn("sph+sbq", X, 12)->project(X));
    for (arma::uword k = 0; k < 12; ++k) CHECK(o(k, k) == static_cast<double>(n / 2));
  }
}

TEST_CASE("sph: overlaps of pairs move to a quarter of the samples, within the paper's tolerance") {
  const arma::fmat X = normal(16, 400, 2);
  const double before = off(learn("sph+sbq:iterations=0", X, 12)->project(X));
  const double after = off(learn("sph+sbq", X, 12)->project(X));
  CHECK(before >= 0.2);
  CHECK(after <= 0.1);
}

TEST_CASE("sph: one round moves a pivot by the mean of its forces") {
  const arma::fmat X = normal(7, 120, 3);
  const auto start = learn("sph+sbq:iterations=0", X, 5);
  const auto moved = learn("sph+sbq:iterations=1", X, 5);
  const arma::fmat Y = start->project(X);
  const arma::mat o = overlaps(Y), P = start->state().at("P");
  arma::mat expected = P;
  for (arma::uword i = 0; i < 5; ++i) {
    for (arma::uword j = 0; j < 5; ++j) {
      if (i != j) expected.col(i) += 0.5 * (o(i, j) - 30) / 30 * (P.col(i) - P.col(j)) / 5;
    }
  }
  REQUIRE(off(moved->project(X)) < off(Y));
  CHECK(arma::approx_equal(moved->state().at("P"), expected, "absdiff", 1e-5));
}

TEST_CASE("sph: a value is how far inside the sphere a sample lies") {
  const arma::fmat X = {{-2, -1, 1, 2}};
  const auto projector = learn("sph+sbq:iterations=0", X, 1);
  // With four samples the first pivot is their mean, 0: distances 2, 1, 1, 2 and radius 1.5.
  CHECK(arma::approx_equal(projector->project(arma::fmat{{-2, -1, 1, 2, 0}}),
                           arma::fmat(arma::fmat{{-.5f, .5f, .5f, -.5f, 1.5f}}.t()), "absdiff",
                           1e-6f));
}

TEST_CASE("sph: where forces settle, the round within both tolerances is what is learned") {
  const arma::fmat X = normal(16, 400, 2);
  const auto short_run = learn("sph+sbq:iterations=100", X, 12);
  const auto long_run = learn("sph+sbq:iterations=1000", X, 12);
  for (const char* name : {"P", "r"}) {
    CHECK(
        arma::approx_equal(short_run->state().at(name), long_run->state().at(name), "absdiff", 0));
  }
  const arma::fmat Y = long_run->project(X);
  const arma::mat o = overlaps(Y);
  const arma::vec pairs = o.elem(arma::trimatu_ind(arma::size(o), 1));
  CHECK(off(Y) <= 0.1);
  CHECK(arma::stddev(pairs, 1) <= 0.15 * 100);
}

TEST_CASE("sph: of up to five samples all pivots are the mean, and bits are alike") {
  const arma::fmat X = normal(6, 5, 8);
  const arma::mat P = learn("sph+sbq", X, 4)->state().at("P");
  CHECK(arma::approx_equal(P, arma::repmat(P.col(0), 1, 4), "absdiff", 0));
  CHECK(arma::approx_equal(P.col(0), arma::conv_to<arma::vec>::from(arma::fvec(arma::mean(X, 1))),
                           "absdiff", 1e-6));
}

TEST_CASE("sph: the best round is kept where forces do not settle") {
  arma::fmat X(3, 60, arma::fill::zeros);
  X.row(1) = normal(1, 60, 4);
  double last = 1e9;
  for (const char* hasher :
       {"sph+sbq:iterations=0", "sph+sbq:iterations=5", "sph+sbq:iterations=500"}) {
    const arma::fmat Y = learn(hasher, X, 8)->project(X);
    CHECK(Y.is_finite());
    CHECK(off(Y) <= last + 1e-9);
    last = off(Y);
  }
}

TEST_CASE("sph: features that overflow are refused") {
  CHECK(testing::error_of([] {
          learn("sph+sbq", arma::fmat(normal(5, 30, 5) * 1e30f), 4);
        }).starts_with("sph: a distance between training samples is no finite number"));
}

TEST_CASE("sph: samples of one cloud differ in far fewer bits than others") {
  const Clouds clouds;
  CHECK(within_over_between(clouds, learn("sph+sbq", clouds.X, 32)->project(clouds.X)) <= 0.85);
}

}  // namespace hashlab::sph_test
