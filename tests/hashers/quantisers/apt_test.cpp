#include "hashers/descent/soft_precision.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/quantisers/apt_steps.h"
#include "hashers/registry.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

namespace hashlab::apt_test {

using namespace hashers;

namespace {

/// How many of the dimension's thresholds are below y.
double region(double y, const arma::rowvec& t) {
  return static_cast<double>(arma::accu(t < y));
}

double pooled_precision(const arma::mat& Y, const NeighbourGraph& S, const arma::mat& t) {
  const arma::mat U = arma::sign(thermometer_values(Y, t));
  return soft_precision_pooled(U * U.t() / static_cast<double>(t.n_elem),
                               neighbour_matrix(S, false), t.n_elem + 1)
      .value;
}

}  // namespace

TEST_CASE("apt: it begins with regions of as many samples each") {
  arma::mat Y(101, 1);
  for (arma::uword i = 0; i < 101; ++i) Y(100 - i, 0) = static_cast<double>(i);
  CHECK(arma::approx_equal(even_thresholds(Y, 1), arma::mat(1, 1, arma::fill::value(50)), "absdiff",
                           1));
  CHECK(arma::approx_equal(even_thresholds(Y, 3), arma::mat{{25, 50, 75}}, "absdiff", 1));
}

TEST_CASE("apt: one sample has thresholds, and two have") {
  CHECK(arma::approx_equal(even_thresholds(arma::mat(1, 2, arma::fill::value(4)), 3),
                           arma::mat(2, 3, arma::fill::value(4)), "absdiff", 0));
  CHECK(even_thresholds(arma::mat(2, 2, arma::fill::eye), 7).is_finite());
}

TEST_CASE("apt: Hamming distance of thermometer codes is Manhattan distance of regions") {
  Rng rng(1);
  arma::mat Y(20, 3), t(3, 7);
  for (double& y : Y) y = rng.normal();
  for (double& at : t) at = rng.normal();
  t = arma::sort(t, "ascend", 1);
  const arma::mat U = arma::sign(thermometer_values(Y, t));
  for (arma::uword i = 1; i < 20; ++i) {
    double manhattan = 0;
    for (arma::uword j = 0; j < 3; ++j) {
      manhattan += std::abs(region(Y(i, j), t.row(j)) - region(Y(0, j), t.row(j)));
    }
    CHECK(arma::accu(U.row(i) != U.row(0)) == manhattan);
  }
}

TEST_CASE("apt: thresholds rank neighbours better than those it begins with, in ascending order") {
  const TrainingSet data = testing::small_training_set(150, 4);
  const arma::mat Y = arma::conv_to<arma::mat>::from(data.X).t();
  const CodeDescent descent{200, 100, 0.01, 2, 10, "pooled"};
  for (const std::size_t T : {1U, 3U, 7U}) {
    CAPTURE(T);
    const arma::mat t = descend_thresholds(Y, data.S, T, descent, Rng(1));
    CHECK(pooled_precision(Y, data.S, t) > pooled_precision(Y, data.S, even_thresholds(Y, T)));
    for (arma::uword j = 0; j < t.n_rows; ++j) CHECK(arma::rowvec(t.row(j)).is_sorted());
  }
}

TEST_CASE("apt: a dimension in other units has thresholds in these units") {
  const TrainingSet data = testing::small_training_set(80, 3);
  const arma::mat Y = arma::conv_to<arma::mat>::from(data.X).t();
  arma::mat scaled = Y;
  scaled.col(1) *= 1024;
  const CodeDescent descent{30, 50, 0.01, 2, 10, "pooled"};
  const arma::mat t = descend_thresholds(Y, data.S, 3, descent, Rng(1)),
                  other = descend_thresholds(scaled, data.S, 3, descent, Rng(1));
  CHECK(arma::approx_equal(other.row(1) / 1024, t.row(1), "reldiff", 1e-9));
  CHECK(arma::approx_equal(other.row(0), t.row(0), "reldiff", 1e-9));
}

TEST_CASE("apt: a dimension that does not vary has one threshold") {
  const TrainingSet data = testing::small_training_set(40, 2);
  arma::fmat Y = data.X.t();
  Y.col(1).fill(3);
  const Quantisation learned =
      make_hasher("pca+apt:threshold-steps=5").quantiser->learn({Y, data.S}, Rng(1));
  CHECK(learned.thresholds[1][0] < std::numeric_limits<float>::max());
  CHECK(learned.thresholds[1][1] == std::numeric_limits<float>::max());
  CHECK(learned.thresholds[1][2] == std::numeric_limits<float>::max());
}

}  // namespace hashlab::apt_test
