#include "hashers/projections/parts/anchor_ridge.h"
#include "lib/rng.h"
#include "tests/support/normal_matrix.h"

#include <doctest/doctest.h>

namespace hashlab::anchor_ridge_test {

using namespace hashers;
using hashlab::testing::normal_matrix;

namespace {

arma::mat kernel_values(const KernelMap& map, const arma::fmat& X) {
  return arma::conv_to<arma::mat>::from(map.features(X)).t();
}

/// alpha of the normal equations, for targets less b.
arma::mat solve_directly(const arma::mat& K, const arma::mat& K_0, const arma::mat& Y,
                         double ridge) {
  return arma::solve(K.t() * K + ridge * K_0, K.t() * Y);
}

struct Study {
  arma::fmat X = arma::conv_to<arma::fmat>::from(normal_matrix(4, 30, Rng(1)));
  arma::mat Y = normal_matrix(30, 3, Rng(2));
  KernelMap map{X.head_cols(8), 0.3};
};

}  // namespace

TEST_CASE("anchor ridge: weights solve the normal equations") {
  const Study study;
  const AnchorRidge::Fit fit = AnchorRidge(study.map, study.X, "test").fit(study.Y, 0.2);
  const arma::mat direct =
      solve_directly(kernel_values(study.map, study.X), kernel_values(study.map, study.map.A),
                     study.Y.each_row() - arma::mean(study.Y, 0), 0.2);
  CHECK(arma::approx_equal(fit.alpha, direct, "absdiff", 1e-4));
  CHECK(arma::approx_equal(fit.b, arma::mean(study.Y, 0), "absdiff", 1e-12));
}

TEST_CASE("anchor ridge: left-out predictions are those of regressions without the sample") {
  const Study study;
  const AnchorRidge::Fit fit = AnchorRidge(study.map, study.X, "test").fit(study.Y, 0.2);
  const arma::mat K = kernel_values(study.map, study.X),
                  K_0 = kernel_values(study.map, study.map.A), centred = study.Y.each_row() - fit.b;
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    arma::mat others = K, targets = centred;
    others.shed_row(i);
    targets.shed_row(i);
    const arma::rowvec predicted = K.row(i) * solve_directly(others, K_0, targets, 0.2) + fit.b;
    CHECK(arma::approx_equal(fit.left_out.row(i), predicted, "absdiff", 1e-4));
  }
}

TEST_CASE("anchor ridge: with all samples as anchors it is kernel ridge regression") {
  const Study study;
  const KernelMap map{study.X, 0.3};
  const AnchorRidge::Fit fit = AnchorRidge(map, study.X, "test").fit(study.Y, 0.5);
  const arma::mat K = kernel_values(map, study.X);
  const arma::mat ridged = K + 0.5 * arma::mat(30, 30, arma::fill::eye),
                  direct = arma::solve(ridged, study.Y.each_row() - fit.b);
  CHECK(arma::approx_equal(K * fit.alpha, K * direct, "absdiff", 1e-4));
  // Its closed form: y - alpha_i / (K + ridge I)^-1_ii.
  const arma::mat inverse = arma::inv(ridged);
  for (arma::uword i = 0; i < 30; ++i) {
    const arma::rowvec left_out = study.Y.row(i) - direct.row(i) / inverse(i, i);
    CHECK(arma::approx_equal(fit.left_out.row(i), left_out, "absdiff", 1e-4));
  }
}

TEST_CASE("anchor ridge: repeated anchors are no trouble") {
  Study study;
  study.map.A = arma::join_rows(study.map.A, study.map.A);
  const AnchorRidge::Fit fit = AnchorRidge(study.map, study.X, "test").fit(study.Y, 0.2);
  CHECK(fit.alpha.is_finite());
  CHECK(fit.left_out.is_finite());
}

}  // namespace hashlab::anchor_ridge_test
