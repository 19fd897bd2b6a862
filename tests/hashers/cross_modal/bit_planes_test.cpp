#include "hashers/cross_modal/parts/bit_planes.h"
#include "hashers/projections/parts/svm.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::bit_planes_test {

using namespace hashers;
using hashlab::testing::normal_matrix;

namespace {

arma::fmat floats(const arma::mat& X) {
  return arma::conv_to<arma::fmat>::from(X);
}

arma::mat random_signs(arma::uword n, arma::uword K, std::uint64_t seed) {
  return arma::sign(normal_matrix(n, K, Rng(seed)));
}

struct Planes {
  arma::mat W;
  arma::vec b;
};

Planes planes(const arma::fmat& X, const arma::mat& B, double C) {
  const ProjectorState state = BitPlanes(X, C, "test").learn(B, "test", {})->state();
  return {state.at("W"), state.contains("b") ? arma::vec(state.at("b")) : arma::vec()};
}

double objective(const arma::fmat& X, const arma::vec& b, double C, const arma::vec& w) {
  const arma::vec y = arma::conv_to<arma::mat>::from(X).t() * w;
  const arma::vec losses = arma::clamp(1 - b % y, 0, arma::datum::inf);
  return arma::dot(w, w) / 2 + C * arma::dot(losses, losses);
}

double by_liblinear(const arma::fmat& X, const arma::vec& b, double C) {
  std::vector<bool> labels;
  for (const double bit : b) labels.push_back(bit > 0);
  return objective(X, b, C, LinearSvm(X).learn(labels, {.C = C, .balanced = false}).w);
}

}  // namespace

TEST_CASE("bit planes: the plane of six samples is known") {
  const arma::fmat X = testing::six_pairs().X;
  const arma::vec b = {1, 1, -1, -1, 1, -1};
  const arma::vec w = planes(X, b, 1).W;
  CHECK(w[0] == doctest::Approx(-.538415).epsilon(1e-5));
  CHECK(w[1] == doctest::Approx(.175439).epsilon(1e-5));
  CHECK(w[2] == doctest::Approx(-1.032063).epsilon(1e-5));
  CHECK(objective(X, b, 1, w) == doctest::Approx(2.967937).epsilon(1e-6));
}

TEST_CASE("bit planes: the objective is where its gradient vanishes") {
  for (const double C : {.01, 1.0, 100.0}) {
    const arma::mat X = normal_matrix(6, 40, Rng(1));
    const arma::mat B = random_signs(40, 5, 2);
    const arma::mat W = planes(floats(X), B, C).W;
    for (arma::uword k = 0; k < 5; ++k) {
      const arma::vec y = X.t() * W.col(k), loss = (B.col(k) - y) % (B.col(k) % y < 1);
      const arma::vec gradient = W.col(k) - 2 * C * X * loss, first = -2 * C * X * B.col(k);
      CHECK(arma::norm(gradient) < 1e-5 * arma::norm(first));
    }
  }
}

TEST_CASE(
    "bit planes: no plane of LIBLINEAR has a lower objective; of even features it comes near") {
  const arma::mat wide = normal_matrix(50, 20, Rng(3)), tall = normal_matrix(8, 90, Rng(4));
  arma::mat uneven = tall;
  for (arma::uword j = 0; j < 8; ++j) uneven.row(j) *= std::pow(10.0, -static_cast<double>(j));
  for (const arma::mat& X :
       {wide, tall, uneven, arma::mat(100 * tall), arma::mat(arma::repmat(tall.head_rows(2), 4, 1)),
        arma::mat(arma::repmat(tall.head_cols(5), 1, 6))}) {
    const arma::mat B = random_signs(X.n_cols, 4, 5);
    for (const double C : {1e-3, 1.0, 1e3}) {
      const Planes ours = planes(floats(X), B, C);
      for (arma::uword k = 0; k < 4; ++k) {
        const double least = objective(floats(X), B.col(k), C, ours.W.col(k));
        CHECK(least <= by_liblinear(floats(X), B.col(k), C) * (1 + 1e-6));
      }
    }
  }
  const arma::vec b = random_signs(90, 1, 5);
  CHECK(objective(floats(tall), b, 1, planes(floats(tall), b, 1).W) >
        .99 * by_liblinear(floats(tall), b, 1));
}

TEST_CASE("bit planes: classes that a plane through the mean divides are divided") {
  const arma::mat X = normal_matrix(5, 60, Rng(6));
  const arma::mat B = arma::sign(X.t() * normal_matrix(5, 3, Rng(7)));
  const arma::mat Y = X.t() * planes(floats(X), B, 1e6).W;
  CHECK(arma::all(arma::vectorise(Y % B) > .99));
}

TEST_CASE("bit planes: a bit is learned alike alone, beside others, and turned round") {
  const arma::fmat X = floats(normal_matrix(7, 50, Rng(8)));
  arma::mat B = random_signs(50, 6, 9);
  B.col(4) = B.col(1);
  B.col(5) = -B.col(1);
  const arma::mat W = planes(X, B, 2).W;
  for (arma::uword k = 0; k < 6; ++k) {
    CHECK(arma::approx_equal(W.col(k), planes(X, B.col(k), 2).W, "absdiff", 1e-6));
  }
  CHECK(arma::approx_equal(W.col(4), W.col(1), "absdiff", 0));
  CHECK(arma::approx_equal(W.col(5), -W.col(1), "absdiff", 0));
}

TEST_CASE("bit planes: a constant bit is an offset") {
  const arma::fmat X = floats(normal_matrix(3, 20, Rng(10)));
  arma::mat B = random_signs(20, 3, 11);
  CHECK(planes(X, B, 1).b.is_empty());
  B.col(0).fill(-1);
  B.col(2).fill(1);
  const Planes learned = planes(X, B, 1);
  CHECK(arma::approx_equal(learned.b, arma::vec{-1, 0, 1}, "absdiff", 0));
  CHECK(arma::abs(learned.W.col(0)).max() == 0);
  CHECK(arma::abs(learned.W.col(1)).max() > 0);
  CHECK(arma::approx_equal(planes(X, arma::ones(20, 2), 1).b, arma::ones(2), "absdiff", 0));
}

TEST_CASE("bit planes: samples that do not vary have the zero plane") {
  const Planes learned = planes(arma::fmat(4, 20, arma::fill::zeros), random_signs(20, 3, 12), 1);
  CHECK(learned.W.n_rows == 4);
  CHECK(learned.W.n_cols == 3);
  CHECK(arma::abs(learned.W).max() == 0);
}

TEST_CASE("bit planes: an observer is told how many are done, and may end it") {
  const arma::fmat X = floats(normal_matrix(7, 50, Rng(8)));
  const arma::mat B = random_signs(50, 6, 9);
  std::size_t last = 0, calls = 0;
  bool right = true;
  const Observer counting{[&](std::string_view what, std::size_t done, std::size_t total) {
    right = right && what == "test: bits" && total == 6 && done >= last && done <= total;
    last = done;
    ++calls;
  }};
  const BitPlanes trainer(X, 1, "test");
  trainer.learn(B, "test: bits", counting);
  CHECK(right);
  CHECK(calls > 1);
  const Observer stopping{[](std::string_view, std::size_t, std::size_t) { throw Stopped(); }};
  CHECK_THROWS_AS(trainer.learn(B, "test: bits", stopping), Stopped);
}

}  // namespace hashlab::bit_planes_test
