#include "hashers/cross_modal/scratch_steps.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::scratch_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

ScratchProblem problem_of(const PairedTrainingSet& data, double mu, double alpha, double gamma) {
  return {{arma::conv_to<arma::mat>::from(data.X.t()), arma::conv_to<arma::mat>::from(data.Z.t())},
          class_indicators(data.labels),
          mu,
          alpha,
          gamma};
}

struct Point {
  ScratchProblem problem;
  ScratchState state;
};

/// 40 samples of 9 and 5 features in 4 classes, at a random point of 6 dimensions.
Point random_point(double mu, double alpha, double gamma) {
  const Rng rng(2);
  Point at{problem_of(testing::small_paired_set(40, 9, 5), mu, alpha, gamma), {}};
  at.state = {normal_matrix(40, 6, rng.stream("V")),
              random_rotation(6, rng.stream("R")),
              signs(normal_matrix(40, 6, rng.stream("B"))),
              {normal_matrix(6, 9, rng.stream("U1")), normal_matrix(6, 5, rng.stream("U2"))},
              {normal_matrix(9, 6, rng.stream("P1")), normal_matrix(5, 6, rng.stream("P2"))},
              normal_matrix(6, 4, rng.stream("G"))};
  return at;
}

PairedProjectors scratch(const PairedTrainingSet& data, std::size_t dims,
                         const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::scratch(), settings, data, dims);
}

bool same(const arma::fmat& a, const arma::fmat& b) {
  return arma::approx_equal(a, b, "absdiff", 0);
}

}  // namespace

TEST_CASE("scratch: the known latent codes of six samples after one round and after 20") {
  const ScratchProblem problem = problem_of(testing::six_pairs(), 10, 5, 1);
  ScratchState state;
  state.V = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {0, -1}, {-1, -1}};
  state.R = arma::eye(2, 2);
  const auto functions = scratch_functions(problem);
  // The program takes sign(0) for +1, of which this start has four; no later product is 0.
  state.B = {{1, 1}, {1, 1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  scratch_fit(problem, functions, state);
  state.V = scratch_latent(problem, state);
  state.R = scratch_rotation(state);
  CHECK(state.V(0, 0) == Approx(.582501).epsilon(1e-5));
  CHECK(state.V(0, 1) == Approx(.534296).epsilon(1e-5));
  const arma::mat R = {{.992988, -.118213}, {.118213, .992988}};
  CHECK(arma::abs(state.R - R).max() < 1e-6);
  for (int round = 2; round <= 20; ++round) scratch_round(problem, functions, state);
  CHECK(state.V(0, 0) == Approx(.598834).epsilon(1e-5));
  CHECK(state.V(0, 1) == Approx(.506973).epsilon(1e-5));
}

TEST_CASE("scratch: no step raises the objective, and rotations stay orthogonal") {
  for (const double mu : {.5, 1000.0}) {
    Point at = random_point(mu, 500, 5);
    ScratchState& state = at.state;
    const auto functions = scratch_functions(at.problem);
    double now = scratch_objective(at.problem, state);
    const auto not_raised = [&](bool strictly) {
      const double next = scratch_objective(at.problem, state);
      const bool lower = strictly ? next < now : next <= now * (1 + 1e-12);
      now = next;
      return lower;
    };
    for (int round = 0; round < 30; ++round) {
      state.B = signs(state.V * state.R.t());
      CHECK(not_raised(round == 0));
      scratch_fit(at.problem, functions, state);
      CHECK(not_raised(round == 0));
      state.V = scratch_latent(at.problem, state);
      CHECK(not_raised(round == 0));
      state.R = scratch_rotation(state);
      CHECK(not_raised(round == 0));
      CHECK(arma::abs(state.R.t() * state.R - arma::eye(6, 6)).max() < 1e-12);
    }
  }
}

TEST_CASE("scratch: each step ends where the gradient vanishes") {
  Point at = random_point(3, 7, .4);
  const ScratchProblem& p = at.problem;
  const ScratchState& s = at.state;
  scratch_fit(p, scratch_functions(p), at.state);
  for (std::size_t t = 0; t < 2; ++t) {
    const arma::mat &Phi = p.Phi[t], &U = s.U[t], &P = s.P[t];
    CHECK(arma::abs(.5 * s.V.t() * (s.V * U - Phi) + p.gamma * U).max() < 1e-10);
    CHECK(arma::abs(p.mu * Phi.t() * (Phi * P - s.V) + p.gamma * P).max() < 1e-10);
  }
  CHECK(arma::abs(p.alpha * s.V.t() * (s.V * s.G - p.Y) + p.gamma * s.G).max() < 1e-10);
  at.state.V = scratch_latent(p, s);
  arma::mat of_V =
      p.alpha * (s.V * s.G - p.Y) * s.G.t() + (s.V * s.R.t() - s.B) * s.R + p.gamma * s.V;
  for (std::size_t t = 0; t < 2; ++t) {
    of_V += .5 * (s.V * s.U[t] - p.Phi[t]) * s.U[t].t() + p.mu * (s.V - p.Phi[t] * s.P[t]);
  }
  CHECK(arma::abs(of_V).max() < 1e-10);
}

TEST_CASE("scratch: no other rotation is nearer to the bits") {
  Point at = random_point(1, 1, 1);
  at.state.R = scratch_rotation(at.state);
  const double best = scratch_objective(at.problem, at.state);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const arma::mat turn = normal_matrix(6, 6, Rng(seed));
    at.state.R = scratch_rotation(at.state) * arma::expmat(.01 * (turn - turn.t()));
    CHECK(scratch_objective(at.problem, at.state) > best);
  }
}

TEST_CASE("scratch: functions of both views and learned codes agree on classes") {
  const PairedTrainingSet data = testing::small_paired_set(120, 9, 5);
  const PairedProjectors learned = scratch(data, 16, {{"anchors", "60"}});
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z);
  CHECK(learned.of_training.n_rows == 120);
  CHECK(learned.of_training.n_cols == 16);
  CHECK(learned.joint == nullptr);
  CHECK(learned.of_classes.is_empty());
  CHECK(testing::agreement_of_classes(x, z, data.labels) > .3);
  CHECK(testing::agreement_of_classes(x, learned.of_training, data.labels) > .3);
  CHECK(testing::agreement_of_classes(z, learned.of_training, data.labels) > .3);
}

TEST_CASE("scratch: projections have the mean 0 over the training samples") {
  const PairedTrainingSet data = testing::small_paired_set(50, 9, 5);
  const PairedProjectors learned = scratch(data, 8, {{"anchors", "20"}});
  const arma::fmat x = learned.x->project(data.X);
  CHECK(arma::abs(arma::mean(x, 0)).max() < 1e-4 * arma::abs(x).max());
  CHECK(learned.x->state().at("A").n_cols == 20);
}

TEST_CASE("scratch: every setting matters, and the same seed gives the same") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 5);
  const auto codes = [&](const std::map<std::string, std::string>& settings) {
    return scratch(data, 6, settings).x->project(data.X);
  };
  const arma::fmat usual = codes({});
  CHECK(same(codes({}), usual));
  const std::map<std::string, std::string> others = {{"anchors", "10"}, {"gamma", "1"},
                                                     {"mu", "10"},      {"label-weight", "3"},
                                                     {"ridge", "50"},   {"iterations", "2"}};
  for (const auto& other : others) {
    CAPTURE(other.first);
    CHECK_FALSE(same(codes({other}), usual));
  }
}

TEST_CASE("scratch: survives training sets that leave something out, and refuses others") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::scratch, 64) == "");
  CHECK(testing::refusals_of_infinite_features(cross_modal::scratch) ==
        Contains("scratch: a training sample holds a number that is not finite in the second"));
  PairedTrainingSet data = testing::six_pairs();
  data.labels = {};
  CHECK(error_of([&] { scratch(data, 4); }) ==
        Contains("scratch: learns from classes, but the training"));
}

}  // namespace hashlab::scratch_test
