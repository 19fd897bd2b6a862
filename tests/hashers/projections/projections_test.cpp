#include "hashers/projections/parts/itq_rotation.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::projections_test {

using namespace hashers;

namespace {

/// Samples with variances falling from feature to feature, turned so that no axis is a feature.
arma::fmat samples(std::size_t d, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  arma::mat X(d, n), G(d, d), Q, R;
  for (double& x : X) x = rng.normal();
  for (double& g : G) g = rng.normal();
  for (arma::uword j = 0; j < d; ++j) X.row(j) /= 1.0 + static_cast<double>(j);
  arma::qr(Q, R, G);
  X = Q * X;
  X.each_col() -= arma::mean(X, 1);
  return arma::conv_to<arma::fmat>::from(X);
}

arma::fmat learn_and_project(const std::string& name, const arma::fmat& X, std::size_t dims,
                             const arma::fmat& samples_to_project, std::uint64_t seed = 1) {
  const Hasher hasher = make_hasher(name);
  return hasher.projection().learn({X, {}}, dims, Rng(seed))->project(samples_to_project);
}

arma::fmat learn_and_project(const std::string& name, const arma::fmat& X, std::size_t dims) {
  return learn_and_project(name, X, dims, X);
}

double largest(const arma::mat& M) {
  return arma::abs(M).max();
}
double largest(const arma::fmat& M) {
  return static_cast<double>(arma::abs(M).max());
}

/// The share of columns in which rows 0 and 1 fall on different sides of zero.
double sides_differ(const arma::fmat& Y) {
  double count = 0;
  for (arma::uword k = 0; k < Y.n_cols; ++k) count += (Y(0, k) > 0) != (Y(1, k) > 0) ? 1 : 0;
  return count / static_cast<double>(Y.n_cols);
}

}  // namespace

TEST_CASE("projections: lsh bits differ with probability angle / pi") {
  constexpr std::size_t dims = 20000;
  for (const double angle : {0.1, 0.5, 1.5, 3.0}) {
    arma::fmat X(3, 2, arma::fill::zeros);
    X(0, 0) = 2;
    X(0, 1) = static_cast<float>(5 * std::cos(angle));
    X(2, 1) = static_cast<float>(5 * std::sin(angle));
    const double p = angle / std::numbers::pi;
    CHECK(std::abs(sides_differ(learn_and_project("lsh+sbq", X, dims)) - p) <=
          5 * std::sqrt(p * (1 - p) / dims));
  }
}

TEST_CASE("projections: fewer lsh or sklsh dimensions are the first of more") {
  const arma::fmat X = samples(9, 70, 2);
  for (const char* name : {"lsh+sbq", "sklsh+sbq"}) {
    const arma::fmat few = learn_and_project(name, X, 5), many = learn_and_project(name, X, 12);
    CHECK(largest(arma::fmat(many.head_cols(5) - few)) <= 1e-5);
  }
}

TEST_CASE("projections: principal axes are orthonormal and uncorrelated, largest variance first") {
  const arma::fmat X = samples(12, 300, 3);
  const arma::mat W = principal_axes(X, 12);
  CHECK(largest(arma::mat(W.t() * W - arma::eye(12, 12))) <= 1e-12);
  const arma::mat Y = W.t() * arma::conv_to<arma::mat>::from(X);
  const arma::mat C = Y * Y.t() / 300.0;
  CHECK(largest(arma::mat(C - arma::diagmat(C))) <= 1e-6);
  for (arma::uword k = 1; k < 12; ++k) CHECK(C(k, k) <= C(k - 1, k - 1));
}

TEST_CASE("projections: the axis of two features by hand") {
  const arma::fmat X = {{-2, -1, 1, 2}, {-2, -1, 1, 2}};
  const arma::mat W = principal_axes(X, 1);
  CHECK(W(0, 0) == doctest::Approx(std::sqrt(0.5)));
  CHECK(W(1, 0) == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("projections: the largest component of every axis is positive") {
  const arma::fmat X = samples(12, 300, 4);
  for (const arma::mat& W : {principal_axes(X, 12), principal_axes(arma::fmat(-X), 12)}) {
    for (arma::uword k = 0; k < 12; ++k) CHECK(W(arma::index_max(arma::abs(W.col(k))), k) > 0);
  }
  CHECK(largest(arma::mat(principal_axes(X, 12) - principal_axes(arma::fmat(-X), 12))) <= 1e-10);
}

TEST_CASE("projections: axes do not depend on where the samples lie") {
  const arma::fmat X = arma::round(samples(6, 100, 5) * 64);
  arma::fmat moved = X;
  moved.each_col() += arma::fvec({1000, -500, 3, 0, 77, 4096});
  CHECK(largest(arma::mat(principal_axes(X, 6) - principal_axes(moved, 6))) <= 1e-9);
}

TEST_CASE("projections: axes through inner products equal those through the covariance") {
  const arma::fmat X = samples(30, 20, 6);
  // Every sample twice: the same covariance, but more samples than features.
  const arma::mat few = principal_axes(X, 15);
  const arma::mat many = principal_axes(arma::fmat(arma::join_rows(X, X)), 15);
  CHECK(largest(arma::mat(few - many)) <= 1e-8);
  CHECK(largest(arma::mat(few.t() * few - arma::eye(15, 15))) <= 1e-10);
}

TEST_CASE(
    "projections: axes of many samples, by blocks in single precision, equal those in double") {
  // Repeating samples changes no axis, but 9,000 of them are summed by blocks.
  const arma::fmat X = samples(12, 300, 17) * 1e30f;
  const arma::mat few = principal_axes(X, 12);
  for (const float scale : {1.0f, 1e-30f, 1e-38f}) {
    const arma::fmat many = arma::repmat(arma::fmat(X * scale), 1, 30);
    REQUIRE(many.n_cols == 9000);
    CHECK(largest(arma::mat(principal_axes(many, 12) - few)) <= 1e-4);
  }
  arma::fmat bad = arma::repmat(X, 1, 30);
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    bad(2, 8999) = value;
    CHECK_THROWS_AS(principal_axes(bad, 3), Error);
  }
}

TEST_CASE("projections: a constant feature has no part in an axis") {
  for (const std::size_t n : {5u, 60u}) {
    arma::fmat X = samples(8, n, 7);
    X.row(3).zeros();
    const arma::mat W = principal_axes(X, 4);
    CHECK(largest(arma::mat(W.row(3))) <= 1e-12);
  }
}

TEST_CASE("projections: an axis without variance is zero when there are few samples") {
  const arma::mat W = principal_axes(arma::fmat(9, 5, arma::fill::zeros), 4);
  CHECK(largest(W) == 0);
}

TEST_CASE("projections: samples that are not finite are a numerical error for axes") {
  arma::fmat X = samples(6, 30, 8);
  X(2, 11) = std::numeric_limits<float>::quiet_NaN();
  for (const char* name : {"pca+sbq", "itq+sbq", "sh+sbq"}) {
    try {
      learn_and_project(name, X, 3);
      FAIL_CHECK(name << " learned from NaN");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::numerical);
    }
  }
}

TEST_CASE("projections: how many dimensions each method finds") {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  const auto most = [](const char* name, std::size_t d, std::size_t n) {
    return make_hasher(name).projection().max_dimensions(d, n);
  };
  for (const char* name : {"pca+sbq", "itq+sbq"}) {
    CHECK(most(name, 128, 2000) == 128);
    CHECK(most(name, 128, 129) == 128);
    CHECK(most(name, 128, 128) == 127);
    CHECK(most(name, 128, 1) == 0);
  }
  CHECK(most("sh+sbq", 2, 2) == any);
  CHECK(most("sh+sbq", 2, 1) == 0);
  for (const char* name : {"lsh+sbq", "sklsh+sbq"}) CHECK(most(name, 2, 1) == any);
}

TEST_CASE("projections: a rotation update keeps the rotation orthogonal and the loss from rising") {
  Rng rng(9);
  arma::mat V(200, 8), G(8, 8), R, upper;
  for (double& v : V) v = rng.normal();
  for (double& g : G) g = rng.normal();
  arma::qr(R, upper, G);
  const double first = quantisation_loss(V, R);
  for (int round = 0; round < 60; ++round) {
    const double before = quantisation_loss(V, R);
    R = update_rotation(V, R);
    CHECK(largest(arma::mat(R.t() * R - arma::eye(8, 8))) <= 1e-12);
    CHECK(quantisation_loss(V, R) <= before * (1 + 1e-12));
  }
  CHECK(quantisation_loss(V, R) < first);
}

TEST_CASE("projections: a rotation update by blocks of many samples is that of its definition") {
  Rng rng(18);
  arma::mat V(5000, 6);
  for (double& v : V) v = rng.normal();
  const arma::mat R = random_rotation(6, rng.stream("start"));
  arma::mat S, Shat;
  arma::vec Omega;
  arma::svd(S, Omega, Shat, arma::mat(arma::sign(V * R).t() * V));
  CHECK(largest(arma::mat(update_rotation(V, R) - Shat * S.t())) <= 1e-12);
}

TEST_CASE("projections: the loss of a corner is zero, sign(0) is -1") {
  const arma::mat V = {{1, -1}, {-1, -1}};
  CHECK(quantisation_loss(V, arma::eye(2, 2)) == 0);
  CHECK(quantisation_loss(arma::mat(3, 2, arma::fill::zeros), arma::eye(2, 2)) == 6);
}

TEST_CASE("projections: a rotation update finds the turn that made corners axes") {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const arma::mat corners = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, turn = {{c, -s}, {s, c}};
  const arma::mat R = update_rotation(corners * turn, arma::eye(2, 2));
  CHECK(largest(arma::mat(R - turn.t())) <= 1e-12);
}

TEST_CASE("projections: itq turns the principal axes and lowers their loss") {
  const arma::fmat X = samples(10, 200, 10);
  const auto loss = [](const arma::fmat& Y) {
    return quantisation_loss(arma::conv_to<arma::mat>::from(Y), arma::eye(Y.n_cols, Y.n_cols));
  };
  const arma::fmat pca = learn_and_project("pca+sbq", X, 6);
  const arma::fmat itq = learn_and_project("itq+sbq", X, 6);
  const arma::fmat lengths = arma::sum(arma::square(pca), 1) - arma::sum(arma::square(itq), 1);
  CHECK(largest(lengths) <= 1e-4);
  CHECK(loss(itq) < loss(pca));
  CHECK(loss(itq) <= loss(learn_and_project("itq+sbq:iterations=1", X, 6)));
}

TEST_CASE("projections: spectral hashing of a box of 4 x 3 by hand") {
  // The axes are the features. The frequencies are pi mode / range: pi/4, pi/2, 3pi/4 and pi/3,
  // 2pi/3; the lowest three are taken, each a cosine from the low end of the box.
  const arma::fmat X = {{-2, 2, 0, 0}, {0, 0, -1.5, 1.5}};
  const arma::fmat points = {{2, -2, 0, 1}, {0, 0, 1.5, -0.75}};
  const float r = std::sqrt(0.5f);
  const arma::fmat expected = {{-1, 0, 1}, {1, 0, 1}, {0, -1, -1}, {-r, r, 0}};
  CHECK(largest(arma::fmat(learn_and_project("sh+sbq", X, 3, points) - expected)) <= 1e-6);
}

TEST_CASE("projections: spectral hashing spends more dimensions than features on longer axes") {
  const arma::fmat X = samples(3, 80, 11);
  const arma::fmat Y = learn_and_project("sh+sbq", X, 40);
  REQUIRE(Y.n_cols == 40);
  CHECK(Y.is_finite());
  CHECK(largest(Y) <= 1);
  CHECK(learn_and_project("sh+sbq", X, 40, arma::fmat(X * 100)).is_finite());
  // All of them differ: no function is taken twice.
  for (arma::uword j = 0; j < 40; ++j) {
    for (arma::uword k = 0; k < j; ++k) {
      CHECK(largest(arma::fmat(Y.col(j) - Y.col(k))) > 1e-3);
    }
  }
}

TEST_CASE("projections: sklsh bits differ as its kernel says") {
  // Raginsky & Lazebnik, section 2: P = 8 / pi^2 sum_m (1 - K(m (x - y))) / (4 m^2 - 1).
  constexpr std::size_t dims = 20000;
  for (const double gamma : {0.25, 1.0}) {
    for (const double distance : {0.2, 1.0, 3.0, 30.0}) {
      arma::fmat X(2, 2, arma::fill::zeros);
      X(0, 1) = static_cast<float>(0.6 * distance);
      X(1, 1) = static_cast<float>(0.8 * distance);
      double p = 0;
      for (double m = 1; m <= 5000; ++m) {
        const double K = std::exp(-gamma * m * m * distance * distance / 2);
        p += 8 / (std::numbers::pi * std::numbers::pi) * (1 - K) / (4 * m * m - 1);
      }
      const arma::fmat Y = learn_and_project("sklsh+sbq:gamma=" + number_text(gamma), X, dims);
      CHECK(std::abs(sides_differ(Y) - p) <= 5 * std::sqrt(p * (1 - p) / dims));
    }
  }
}

TEST_CASE("projections: sklsh values have mean zero and variance 5/3 within 2 sqrt(2)") {
  // sqrt(2) cos has variance 1, a threshold uniform in sqrt(2) (-1, 1) has 2/3.
  const arma::fmat Y = learn_and_project("sklsh+sbq:gamma=1", samples(5, 3, 12), 20000);
  CHECK(largest(Y) <= 2 * std::numbers::sqrt2 + 1e-6);
  const arma::vec y = arma::conv_to<arma::vec>::from(Y.row(0));
  CHECK(std::abs(arma::mean(y)) <= 5 * std::sqrt(5.0 / 3 / 20000));
  CHECK(arma::var(y) == doctest::Approx(5.0 / 3).epsilon(0.05));
}

TEST_CASE("projections: sklsh measures its bandwidth as the distance to the 50th neighbour") {
  const arma::fmat X = samples(4, 80, 13);
  Rows all(80);
  std::iota(all.begin(), all.end(), 0u);
  const double bandwidth = ball_radius(X, all, all, 50, false);
  const std::string gamma = number_text(1 / (bandwidth * bandwidth));
  CHECK(largest(arma::fmat(learn_and_project("sklsh+sbq", X, 20) -
                           learn_and_project("sklsh+sbq:gamma=" + gamma, X, 20))) <= 1e-5);
  CHECK(largest(arma::fmat(learn_and_project("sklsh+sbq", X, 20) -
                           learn_and_project("sklsh+sbq:gamma=1", X, 20))) > 1e-2);
}

TEST_CASE("projections: sklsh of one sample, or of samples all alike, is finite") {
  for (const arma::uword n : {1u, 5u}) {
    CHECK(learn_and_project("sklsh+sbq", arma::fmat(3, n, arma::fill::ones), 4).is_finite());
  }
}

TEST_CASE("projections: samples projected one by one are as projected together") {
  const arma::fmat X = samples(20, 60, 14);
  Labels labels;
  for (int i = 0; i < 60; ++i) labels.single.push_back(i % 4);
  const TrainingSet data{X, class_neighbours(labels, testing::rows_below(60)), labels};
  for (const auto& method : projections::learnable()) {
    const auto projector = method->learn(data, 10, Rng(1));
    const arma::fmat together = projector->project(X);
    REQUIRE(together.n_rows == 60);
    REQUIRE(together.n_cols == 10);
    CAPTURE(method->info().name);
    // Sums of single-precision kernel values err with the weights that multiply them.
    const ProjectorState state = projector->state();
    const bool kernel = state.contains("A") && state.contains("W");
    const double size = kernel ? std::max(1.0, arma::abs(state.at("W")).max()) : 1;
    for (arma::uword i = 0; i < 60; ++i) {
      const arma::fmat alone = projector->project(X.col(i));
      CHECK(largest(arma::fmat(alone - together.row(i))) <= 1e-5 * size);
    }
  }
}

TEST_CASE("projections: sides of linear projections do not depend on the unit of the features") {
  const arma::fmat X = samples(20, 100, 15);
  for (const char* name : {"lsh+sbq", "pca+sbq", "itq+sbq"}) {
    const arma::fmat Y = learn_and_project(name, X, 10);
    for (const float scale : {0x1.0p-10f, 0x1.0p12f}) {
      const arma::fmat scaled = learn_and_project(name, arma::fmat(X * scale), 10);
      CHECK(largest(arma::fmat(scaled / scale - Y)) <= 1e-5);
      CHECK(arma::accu((scaled > 0) != (Y > 0)) == 0);
    }
  }
}

TEST_CASE("projections: values that are scaled by the data do not depend on their unit at all") {
  const arma::fmat X = samples(20, 100, 16);
  for (const char* name : {"sh+sbq", "sklsh+sbq"}) {
    const arma::fmat Y = learn_and_project(name, X, 10);
    const arma::fmat scaled = learn_and_project(name, arma::fmat(X * 4096), 10);
    CHECK(largest(arma::fmat(scaled - Y)) <= 1e-4);
  }
}

}  // namespace hashlab::projections_test
