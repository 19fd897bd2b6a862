#include "hashers/cross_modal/seph_steps.h"
#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>

namespace hashlab::seph_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

arma::mat classes_in_turns(arma::uword n, arma::uword C) {
  arma::mat Y(n, C, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) Y(i, i % C) = 1;
  return Y;
}

/// The cost by its definition, in double precision, pair by pair.
double plain_cost(const arma::mat& Y, const arma::mat& H, double a) {
  const arma::mat unit = arma::normalise(Y, 2, 1);
  arma::mat P = unit * unit.t(), q(H.n_rows, H.n_rows, arma::fill::zeros);
  P.diag().zeros();
  P /= arma::accu(P);
  for (arma::uword i = 0; i < H.n_rows; ++i) {
    for (arma::uword j = 0; j < H.n_rows; ++j) {
      const arma::rowvec h = H.row(i) - H.row(j);
      if (i != j) q(i, j) = 1 / (1 + arma::dot(h, h) / 4);
    }
  }
  const arma::mat Q = q / arma::accu(q);
  double cost = a * arma::accu(arma::square(arma::abs(H) - 1));
  for (arma::uword e = 0; e < P.n_elem; ++e) {
    if (P[e] > 0) cost += P[e] * std::log(P[e] / Q[e]);
  }
  return cost;
}

double plain_regression(const arma::mat& K, const arma::mat& K0, const arma::vec& b, double r,
                        const arma::vec& w) {
  return arma::accu(arma::log1p(arma::exp(-b % (K * w)))) + r * arma::dot(w, K0 * w);
}

arma::mat kernel(const arma::fmat& A, const arma::fmat& X, double gamma) {
  return arma::conv_to<arma::mat>::from(KernelMap{A, gamma}.features(X)).t();
}

}  // namespace

TEST_CASE("seph: known cost and gradient of six samples") {
  const SephTarget target = seph_target(class_indicators({{0, 0, 1, 1, 2, 2}, {}}));
  const arma::mat H = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, .5}, {-.5, 1}};
  const SephCost cost = seph_cost(target, H, .01 / 12);
  CHECK(cost.value == Approx(1.629212).epsilon(1e-6));
  CHECK(cost.gradient(0, 0) == Approx(-.081555).epsilon(1e-5));
  CHECK(cost.gradient(0, 1) == Approx(.095575).epsilon(1e-5));
  CHECK(cost.gradient(4, 0) == Approx(.071915).epsilon(1e-5));
  CHECK(cost.gradient(4, 1) == Approx(-.057792).epsilon(1e-5));
}

TEST_CASE("seph: known logistic regression on two of six samples") {
  const arma::fmat X = testing::six_pairs().X, A = X.cols(arma::uvec{0, 3});
  const double gamma = 9 / 69.5;  // 1 / mean squared distance of all pairs
  const arma::mat K = kernel(A, X, gamma), K0 = kernel(A, A, gamma);
  const arma::vec b = {1, 1, -1, -1, 1, -1};
  const arma::vec w = seph_regression(K, K0, b, .01);
  CHECK(w[0] == Approx(1.385155).epsilon(2e-6));
  CHECK(w[1] == Approx(-1.368967).epsilon(2e-6));
  CHECK(plain_regression(K, K0, b, .01, w) == Approx(3.582986).epsilon(1e-6));
}

TEST_CASE("seph: pairs weigh as the cosine of their classes, and a sample has none with itself") {
  const SephTarget target = seph_target(arma::mat{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}});
  const double share = 1 / 4.;  // two pairs of cosine sqrt(1/2), both ways
  const arma::mat expected = {
      {0, share, 0, 0}, {share, 0, share, 0}, {0, share, 0, 0}, {0, 0, 0, 0}};
  CHECK(arma::approx_equal(arma::conv_to<arma::mat>::from(target.P), expected, "absdiff", 1e-7));
  CHECK(target.entropy == Approx(std::log(4)).epsilon(1e-6));
  CHECK(error_of([] { seph_target(arma::mat(5, 5, arma::fill::eye)); }) ==
        Contains("seph: no two of the 5 training samples share a class"));
}

TEST_CASE("seph: the cost is that of its definition, and the gradient that of differences") {
  // More samples than are computed at a time, and a number that is no multiple of it.
  const arma::mat Y = classes_in_turns(300, 3);
  arma::mat H = normal_matrix(300, 3, Rng(1));
  const double a = .01 / 900;
  const SephTarget target = seph_target(Y);
  const SephCost cost = seph_cost(target, H, a);
  CHECK(cost.value == Approx(plain_cost(Y, H, a)).epsilon(1e-6));
  const double scale = arma::abs(cost.gradient).max(), h = 1e-4;
  for (const arma::uword i : {0u, 127u, 128u, 299u}) {
    const arma::uword k = i % 3;
    arma::mat up = H, down = H;
    up(i, k) += h;
    down(i, k) -= h;
    const double slope = (plain_cost(Y, up, a) - plain_cost(Y, down, a)) / (2 * h);
    CHECK(std::abs(cost.gradient(i, k) - slope) < 1e-5 * scale);
  }
}

TEST_CASE("seph: descent keeps the cheapest codes, never dearer than those it starts from") {
  const SephTarget target = seph_target(classes_in_turns(60, 3));
  const double a = .01 / 240;
  for (const double spread : {1e-4, 1.0, 30.0}) {
    const arma::mat start = spread * normal_matrix(60, 4, Rng(3));
    double least = seph_cost(target, start, a).value;
    CHECK(arma::approx_equal(seph_descent(target, start, a, 0), start, "absdiff", 0));
    for (const std::size_t steps : {1u, 5u, 20u, 60u}) {
      const double cost = seph_cost(target, seph_descent(target, start, a, steps), a).value;
      CHECK(cost <= least);
      least = cost;
    }
    CHECK(least < seph_cost(target, start, a).value);
  }
}

TEST_CASE("seph: the regression's optimum has no slope, for all bits at once as for one") {
  const arma::fmat X = arma::conv_to<arma::fmat>::from(normal_matrix(5, 80, Rng(1)));
  const arma::fmat A = X.head_cols(20);
  const arma::mat K = kernel(A, X, .2), K0 = kernel(A, A, .2),
                  B = signs(normal_matrix(80, 6, Rng(2)));
  for (const double r : {1e-4, .01, 1.}) {
    const arma::mat W = seph_regression(K, K0, B, r);
    const arma::mat slope = 2 * r * (K0 * W) - K.t() * (B / (1 + arma::exp(B % (K * W))));
    CHECK(arma::abs(slope).max() < 1e-3);
    const arma::mat alone = seph_regression(K, K0, B.col(2), r);
    CHECK(arma::abs(K * (alone - W.col(2))).max() < 1e-3);
    for (std::size_t times = 0; times < 10; ++times) {
      const arma::vec other = W.col(0) + .1 * normal_matrix(20, 1, Rng(3).stream("w", times));
      CHECK(plain_regression(K, K0, B.col(0), r, other) >
            plain_regression(K, K0, B.col(0), r, W.col(0)));
    }
  }
}

TEST_CASE("seph: centres that repeat and bits that are constant are met") {
  const arma::fmat X = arma::conv_to<arma::fmat>::from(normal_matrix(3, 40, Rng(1)));
  const arma::fmat A = arma::repmat(X.head_cols(4), 1, 5);
  const arma::mat K = kernel(A, X, .2), K0 = kernel(A, A, .2);
  const arma::mat W = seph_regression(K, K0, arma::mat(40, 2, arma::fill::ones), .01);
  CHECK(W.is_finite());
  CHECK(arma::all(arma::vectorise(K * W) > 0));
}

TEST_CASE("seph: the code of both views is the sum of their log-odds, less those of the bit") {
  const PairedTrainingSet data = testing::small_paired_set(60, 8, 5);
  const PairedProjectors learned = testing::learn(cross_modal::seph(), {}, data, 6);
  REQUIRE(learned.joint != nullptr);
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                   both = learned.joint->project(arma::join_cols(data.X, data.Z));
  const arma::fmat less = x + z - both;
  CHECK(arma::approx_equal(less, arma::repmat(less.row(0), 60, 1), "absdiff", 1e-4F));
  CHECK(arma::abs(less).max() < std::log(60.F));
  const ProjectorState state = learned.joint->state();
  CHECK(state.contains("offset"));
  CHECK(state.contains("x.A"));
  CHECK(state.contains("z.W"));
  // The sum decides as the ratio of probabilities that the paper compares.
  for (arma::uword e = 0; e < both.n_elem; ++e) {
    const auto s1 = 1 / (1 + std::exp(-static_cast<double>(x[e]))),
               s2 = 1 / (1 + std::exp(-static_cast<double>(z[e]))),
               p = 1 / (1 + std::exp(-static_cast<double>(less[e])));
    const double difference = s1 * s2 / p - (1 - s1) * (1 - s2) / (1 - p);
    if (std::abs(difference) > 1e-4) CHECK((difference > 0) == (both[e] > 0));
  }
}

TEST_CASE("seph: bits of both views agree for samples of a class, those of both at once more so") {
  const PairedTrainingSet data = testing::small_paired_set(120, 3, 2);
  const PairedProjectors learned = testing::learn(cross_modal::seph(), {}, data, 16);
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                   both = learned.joint->project(arma::join_cols(data.X, data.Z));
  const double apart = testing::agreement_of_classes(x, z, data.labels);
  CHECK(apart > 0.2);
  CHECK(testing::agreement_of_classes(x, both, data.labels) > apart);
}

TEST_CASE("seph: every option changes what is learned") {
  const PairedTrainingSet data = testing::small_paired_set(60, 6, 4);
  const auto projected = [&](const std::string& option, const std::string& value) {
    return testing::learn(cross_modal::seph(), {{option, value}}, data, 4).x->project(data.X);
  };
  const arma::fmat usual = projected("anchors", "500");
  for (const auto& changed : std::map<std::string, std::string>{{"anchors", "20"},
                                                                {"gamma", "0.01"},
                                                                {"ridge", "1"},
                                                                {"penalty", "1000"},
                                                                {"iterations", "3"}}) {
    CAPTURE(changed.first);
    CHECK_FALSE(
        arma::approx_equal(projected(changed.first, changed.second), usual, "absdiff", 1e-3F));
  }
}

TEST_CASE("seph: what a view's projector says of itself makes the same one") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 4);
  const auto method = cross_modal::seph();
  const PairedProjectors learned = method->learn(data, 5, Rng(1));
  CHECK(arma::approx_equal(method->restore(learned.x->state(), 6, 5)->project(data.X),
                           learned.x->project(data.X), "absdiff", 0));
  CHECK(arma::approx_equal(method->restore(learned.z->state(), 4, 5)->project(data.Z),
                           learned.z->project(data.Z), "absdiff", 0));
}

TEST_CASE("seph: little to learn from ends in finite projections, or is refused") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::seph, 8) == "");
  PairedTrainingSet data = testing::six_pairs();
  data.labels = {};
  CHECK(error_of([&] { cross_modal::seph()->learn(data, 2, Rng(1)); }) ==
        Contains("seph: learns from classes, but the training samples have no labels"));
  data.labels.single = {0, 1, 2, 3, 4, 5};
  CHECK(error_of([&] { cross_modal::seph()->learn(data, 2, Rng(1)); }) ==
        Contains("seph: no two of the 6 training samples share a class"));
  CHECK(testing::refusals_of_infinite_features(cross_modal::seph) ==
        Contains("seph: a training sample holds a number that is not finite"));
}

TEST_CASE("seph: features of any scale are learned from, or refused") {
  const PairedTrainingSet usual = testing::small_paired_set(40, 12, 5);
  for (const float scale : {1e-30f, 1e-22f, 1e-12f, 1e12f, 1e30f}) {
    PairedTrainingSet data = usual;
    data.X *= scale;
    CAPTURE(scale);
    try {
      const PairedProjectors learned = testing::learn(cross_modal::seph(), {}, data, 4);
      CHECK(learned.x->project(data.X).is_finite());
    } catch (const Error& error) {
      CHECK(error.what() == Contains("seph: a kernel value is no finite number"));
    }
  }
}

}  // namespace hashlab::seph_test
