#include "hashers/cross_modal/parts/ridge.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <limits>

namespace hashlab::ridge_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

double difference(const arma::mat& A, const arma::mat& B) {
  return arma::abs(A - B).max();
}

}  // namespace

TEST_CASE("ridge: the formula, with fewer and with more features than samples") {
  for (const arma::uword f : {1u, 4u, 9u, 20u}) {
    const arma::mat F = normal_matrix(f, 9, Rng(1)), T = normal_matrix(9, 3, Rng(2));
    for (const double r : {1e-3, 1.0, 50.0}) {
      arma::mat A = F * F.t();
      A.diag() += r;
      CHECK(difference(ridge(F, T, r, "m"), arma::solve(A, F * T)) < 1e-10);
    }
  }
}

TEST_CASE("ridge: one regression fits any number of targets with any ridge") {
  const arma::mat F = normal_matrix(5, 30, Rng(1)), T = normal_matrix(30, 4, Rng(2));
  const RidgeRegression regression(F, "m");
  for (const double r : {.1, 7.0}) {
    CHECK(difference(regression.fit(T, r), ridge(F, T, r, "m")) == 0);
    CHECK(difference(regression.fit(T.col(2), r), ridge(F, T, r, "m").col(2)) < 1e-14);
  }
}

TEST_CASE("ridge: samples that leave directions out give W none, however small r is") {
  const arma::mat basis = normal_matrix(20, 3, Rng(1)), T = normal_matrix(12, 2, Rng(3));
  const arma::mat F = 1e4 * basis * normal_matrix(3, 12, Rng(2));
  const arma::mat expected = arma::pinv(F.t()) * T, across = arma::null(basis.t());
  for (const double r : {0.0, 1e-12, 1e-4}) {
    for (const arma::mat& features : {F, arma::mat(arma::join_rows(F, F, F))}) {
      const arma::mat targets = features.n_cols == 12 ? T : arma::mat(arma::join_cols(T, T, T));
      const arma::mat W = ridge(features, targets, r, "m");
      CHECK(difference(W, expected) < 1e-9 * arma::abs(expected).max());
      CHECK(arma::abs(across.t() * W).max() < 1e-12 * arma::abs(expected).max());
    }
  }
}

TEST_CASE("ridge: no variation, or an infinite r, makes W zero") {
  const arma::mat T = normal_matrix(6, 2, Rng(1)), F = normal_matrix(4, 6, Rng(2));
  CHECK(arma::abs(ridge(arma::zeros(4, 6), T, .1, "m")).max() == 0);
  CHECK(arma::abs(ridge(arma::zeros(9, 6), T, 0, "m")).max() == 0);
  CHECK(arma::abs(ridge(F, T, std::numeric_limits<double>::infinity(), "m")).max() == 0);
}

TEST_CASE(
    "ridge: refuses what is not finite, and systems that are singular, by the method's name") {
  arma::mat F = normal_matrix(4, 6, Rng(2));
  F(1, 1) = arma::datum::nan;
  CHECK(error_of([&] { ridge(F, arma::ones(6, 1), 1, "some"); }) ==
        Contains("some: the eigenvectors of a regression could not be computed"));
  CHECK(error_of([&] { solve_positive(arma::zeros(2, 2), arma::ones(2, 1), "some"); }) ==
        Contains("some: a system of equations is singular"));
  CHECK(error_of([&] { solve_positive(F.head_rows(2) * F.t(), arma::ones(2, 1), "some"); }) ==
        Contains("some: a system of equations is singular"));
}

TEST_CASE("ridge: solve_positive solves") {
  const arma::mat F = normal_matrix(5, 9, Rng(1)), M = normal_matrix(5, 2, Rng(2)), A = F * F.t();
  CHECK(difference(A * solve_positive(A, M, "m"), M) < 1e-12);
}

}  // namespace hashlab::ridge_test
