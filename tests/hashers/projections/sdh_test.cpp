#include "hashers/projections/supervised/sdh_steps.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/normal_matrix.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

namespace hashlab::sdh_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

struct Start {
  SdhProblem problem;
  SdhState state;
  arma::mat L;
};

/// A random problem of 50 samples, 12 anchors, 3 classes and 6 bits, at a random point.
Start random_start(std::uint64_t seed, double nu) {
  const Rng rng(seed);
  Start start;
  start.problem = {arma::square(normal_matrix(50, 12, rng.stream("Phi"))), arma::mat(50, 3), 1, nu,
                   0.5};
  start.problem.Y.zeros();
  for (arma::uword i = 0; i < 50; ++i) start.problem.Y(i, i % 3) = 1;
  start.state = {arma::sign(normal_matrix(50, 6, rng.stream("B"))),
                 normal_matrix(6, 3, rng.stream("W")), normal_matrix(12, 6, rng.stream("P"))};
  arma::mat G = start.problem.Phi.t() * start.problem.Phi;
  G.diag() += start.problem.r;
  start.L = arma::chol(G, "lower");
  return start;
}

double within_less_between(const arma::fmat& Y, const std::vector<std::int32_t>& labels) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const int same = labels[i] == labels[j];
      for (arma::uword k = 0; k < Y.n_cols; ++k) sums[same] += (Y(i, k) > 0) == (Y(j, k) > 0);
      counts[same] += static_cast<double>(Y.n_cols);
    }
  }
  return sums[1] / counts[1] - sums[0] / counts[0];
}

std::unique_ptr<const Projector> learn(const std::string& hasher, const TrainingSet& data,
                                       std::size_t dims) {
  return make_hasher(hasher).projection().learn(data, dims, Rng(5));
}

}  // namespace

TEST_CASE("sdh: no step raises the objective, and each lowers it from a random point") {
  for (const double nu : {1e-5, 0.01, 1.0}) {
    Start start = random_start(7, nu);
    SdhState& state = start.state;
    double now = sdh_objective(start.problem, state);
    const auto step_lowers = [&](bool strictly) {
      const double next = sdh_objective(start.problem, state);
      const bool lower = strictly ? next < now : next <= now + 1e-9 * now;
      now = next;
      return lower;
    };
    for (int round = 0; round < 6; ++round) {
      state.W = sdh_classifier(start.problem, state.B);
      CHECK(step_lowers(round == 0));
      state.P = sdh_fit(start.problem, start.L, state.B);
      CHECK(step_lowers(round == 0));
      const arma::mat Q = sdh_target(start.problem, state);
      bool changed = true;
      for (int sweep = 0; sweep < 50 && changed; ++sweep) {
        changed = sdh_sweep(Q, state);
        CHECK(step_lowers(changed && sweep == 0));
      }
      CHECK_FALSE(changed);
    }
  }
}

TEST_CASE("sdh: W and P are where the gradient vanishes") {
  Start start = random_start(3, 0.3);
  const SdhProblem& p = start.problem;
  const arma::mat &B = start.state.B, W = sdh_classifier(p, B), P = sdh_fit(p, start.L, B);
  CHECK(arma::abs(B.t() * (B * W - p.Y) + p.lambda * W).max() < 1e-10);
  CHECK(arma::abs(p.Phi.t() * (p.Phi * P - B) + p.r * P).max() < 1e-9);
}

TEST_CASE("sdh: a sweep sets each bit to the better of its two values, by trying both") {
  Start start = random_start(11, 0.05);
  SdhState expected = start.state;
  for (arma::uword k = 0; k < 6; ++k) {
    for (arma::uword i = 0; i < 50; ++i) {
      SdhState other = expected;
      other.B(i, k) = -other.B(i, k);
      if (sdh_objective(start.problem, other) < sdh_objective(start.problem, expected)) {
        expected = other;
      }
    }
  }
  CHECK(sdh_sweep(sdh_target(start.problem, start.state), start.state));
  CHECK(arma::approx_equal(start.state.B, expected.B, "absdiff", 0));
}

TEST_CASE("sdh: codes follow classes far better than without supervision") {
  const TrainingSet data = testing::small_training_set(200, 12);
  const double ours = within_less_between(learn("sdh+sbq:anchors=60", data, 16)->project(data.X),
                                          data.labels.single);
  const double lsh =
      within_less_between(learn("lsh+sbq", data, 16)->project(data.X), data.labels.single);
  CHECK(ours > 1.3 * lsh);
  CHECK(ours > 0.3);
}

TEST_CASE("sdh: refuses samples without any class, and numbers that are not finite") {
  TrainingSet data = testing::small_training_set(30, 4);
  TrainingSet none = data;
  none.labels = {};
  none.labels.multi.zeros(3, 30);
  CHECK(error_of([&] { learn("sdh+sbq", none, 3); }) ==
        Contains("sdh: none of the 30 training samples is of any class"));
  data.X(1, 3) = std::nanf("");
  for (const char* gamma : {"auto", "1"}) {
    CHECK(error_of([&] { learn("sdh+sbq:gamma=" + std::string(gamma), data, 3); }) ==
          Contains("finite number"));
  }
}

}  // namespace hashlab::sdh_test
