#include "hashers/projections/parts/kernel_map.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace hashlab::klsh_test {

using hashlab::testing::Clouds;
using hashlab::testing::learn;
using hashlab::testing::normal;
using hashlab::testing::within_over_between;

namespace {

/// exp(-gamma d^2) between columns, less the means over the columns of A in feature space.
arma::mat centred_kernel(const arma::fmat& A, const arma::fmat& X, double gamma) {
  const auto kernel = [gamma](const arma::fmat& L, const arma::fmat& R) {
    arma::mat K(L.n_cols, R.n_cols);
    for (arma::uword i = 0; i < L.n_cols; ++i) {
      for (arma::uword j = 0; j < R.n_cols; ++j) {
        const double d = arma::norm(arma::conv_to<arma::vec>::from(L.col(i) - R.col(j)));
        K(i, j) = std::exp(-gamma * d * d);
      }
    }
    return K;
  };
  const arma::mat AA = kernel(A, A);
  arma::mat K = kernel(A, X);
  const arma::rowvec of_x = arma::mean(K, 0);
  K.each_col() -= arma::vec(arma::mean(AA, 1));
  K.each_row() -= of_x;
  return K + arma::accu(AA) / static_cast<double>(AA.n_elem);
}

}  // namespace

TEST_CASE("klsh: products of values are the centred kernel on average, out of sample too") {
  constexpr std::size_t bits = 20000;
  const arma::fmat X = normal(4, 24, 1), queries = normal(4, 6, 2);
  const auto projector = learn("klsh+sbq:gamma=0.2,subset=8", X, bits);  // every sample an anchor
  const arma::mat Y = arma::conv_to<arma::mat>::from(projector->project(X));
  const arma::mat Q = arma::conv_to<arma::mat>::from(projector->project(queries));
  CHECK(arma::abs(Y * Y.t() / bits - centred_kernel(X, X, 0.2)).max() <= 0.04);
  CHECK(arma::abs(Y * Q.t() / bits - centred_kernel(X, queries, 0.2)).max() <= 0.04);
}

TEST_CASE("klsh: bits differ with a probability of about the angle in feature space over pi") {
  constexpr std::size_t bits = 8000;
  const arma::fmat X = normal(5, 120, 3);
  const arma::fmat Y = learn("klsh+sbq:gamma=0.1", X, bits)->project(X);
  const arma::mat K = centred_kernel(X, X, 0.1);
  double worst = 0, least = 1, most = 0;
  for (arma::uword i = 0; i < 12; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      double differ = 0;
      for (arma::uword k = 0; k < bits; ++k) differ += (Y(i, k) > 0) != (Y(j, k) > 0) ? 1 : 0;
      const double p = std::acos(K(i, j) / std::sqrt(K(i, i) * K(j, j))) / std::numbers::pi;
      worst = std::max(worst, std::abs(differ / bits - p));
      least = std::min(least, p);
      most = std::max(most, p);
    }
  }
  CHECK(least <= 0.4);
  CHECK(most >= 0.55);
  CHECK(worst <= 0.04);
}

TEST_CASE("klsh: with two anchors a bit says which is nearer") {
  // K = [1 k; k 1], centred (1 - k) / 2 [1 -1; -1 1]; w = +-(1, -1) / sqrt(2 (1 - k)) scaled to sum
  // of squares of y of (1 - k) / 2.
  const arma::fmat X = {{0, 2}};
  const double k = std::exp(-0.5 * 4);
  const arma::fmat Y =
      learn("klsh+sbq:anchors=2,gamma=0.5", X, 5)->project(arma::fmat{{0, 2, 1, -3}});
  for (arma::uword bit = 0; bit < 5; ++bit) {
    const double sign = Y(0, bit) > 0 ? 1 : -1;
    CHECK(Y(0, bit) == doctest::Approx(sign * std::sqrt((1 - k) / 2)).epsilon(1e-5));
    CHECK(Y(1, bit) == doctest::Approx(-sign * std::sqrt((1 - k) / 2)).epsilon(1e-5));
    CHECK(Y(2, bit) == doctest::Approx(0).epsilon(1e-6));
    CHECK(sign * static_cast<double>(Y(3, bit)) > 0);
  }
}

TEST_CASE("klsh: repeated anchors are as one") {
  const arma::fmat few = normal(3, 10, 4), X = arma::join_rows(few, few);
  const arma::fmat Y = learn("klsh+sbq", X, 40)->project(X);
  CHECK(Y.is_finite());
  CHECK(arma::abs(Y).max() <= 3.0f);
  CHECK(arma::approx_equal(Y.head_rows(10), Y.tail_rows(10), "absdiff", 1e-5f));
}

TEST_CASE("klsh: fewer dimensions are the first of more") {
  const arma::fmat X = normal(6, 80, 5);
  const arma::fmat few = learn("klsh+sbq", X, 4)->project(X);
  const arma::fmat many = learn("klsh+sbq", X, 11)->project(X);
  CHECK(arma::approx_equal(few, many.head_cols(4), "absdiff", 1e-4f));
}

TEST_CASE("klsh: samples all alike have constant bits") {
  const arma::fmat X(4, 20, arma::fill::ones);
  const arma::fmat Y = learn("klsh+sbq", X, 6)->project(X);
  CHECK(arma::abs(Y).max() <= 1e-6f);
}

TEST_CASE("klsh: samples of one cloud differ in far fewer bits than others") {
  const Clouds clouds;
  CHECK(within_over_between(clouds, learn("klsh+sbq", clouds.X, 32)->project(clouds.X)) <= 0.6);
}

}  // namespace hashlab::klsh_test
