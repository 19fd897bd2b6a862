#include "hashers/cross_modal/cmfh_steps.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::cmfh_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::normal_matrix;

namespace {

CmfhProblem problem_of(const PairedTrainingSet& data) {
  return {{arma::conv_to<arma::mat>::from(data.X), arma::conv_to<arma::mat>::from(data.Z)}};
}

struct Point {
  CmfhProblem problem;
  CmfhState state;
};

/// 40 samples of 9 and 5 features, at a random point of 4 dimensions.
Point random_point(double weight, double mu, double gamma) {
  const Rng rng(3);
  Point at{problem_of(testing::small_paired_set(40, 9, 5)), {}};
  at.problem.lambda = {weight, 1 - weight};
  at.problem.mu = mu;
  at.problem.gamma = gamma;
  at.problem.r = {gamma / mu, 3 * gamma / mu};
  at.state = {normal_matrix(4, 40, rng.stream("V")),
              {normal_matrix(9, 4, rng.stream("U1")), normal_matrix(5, 4, rng.stream("U2"))},
              {normal_matrix(4, 9, rng.stream("P1")), normal_matrix(4, 5, rng.stream("P2"))}};
  return at;
}

PairedProjectors cmfh(const PairedTrainingSet& data, std::size_t dims,
                      const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::cmfh(), settings, data, dims);
}

/// Whether two learned methods have the same three projectors, to the last bit.
bool alike(const PairedProjectors& a, const PairedProjectors& b, const PairedTrainingSet& data) {
  const arma::fmat both = arma::join_cols(data.X, data.Z);
  const auto same = [](const arma::fmat& left, const arma::fmat& right) {
    return arma::approx_equal(left, right, "absdiff", 0);
  };
  return same(a.x->project(data.X), b.x->project(data.X)) &&
         same(a.z->project(data.Z), b.z->project(data.Z)) &&
         same(a.joint->project(both), b.joint->project(both));
}

}  // namespace

TEST_CASE("cmfh: the known factorisation of six samples after one round and after 25") {
  CmfhProblem problem = problem_of(testing::six_pairs());
  problem.mu = 1;
  problem.r = {.01, .01};
  CmfhState state;
  state.U = {arma::mat{{1, 0}, {0, 1}, {1, 1}}, arma::mat(2, 2, arma::fill::eye)};
  state.P = {arma::zeros(2, 3), arma::zeros(2, 2)};
  const auto functions = cmfh_functions(problem);
  cmfh_round(problem, functions, state);
  // Single-precision features are not the exact sixths of these numbers.
  CHECK(cmfh_objective(problem, state) == Approx(5.000269).epsilon(1e-6));
  CHECK(state.V(0, 0) == Approx(.103631).epsilon(1e-5));
  CHECK(state.V(1, 0) == Approx(-.560821).epsilon(1e-5));
  for (int round = 2; round <= 25; ++round) cmfh_round(problem, functions, state);
  CHECK(cmfh_objective(problem, state) == Approx(2.159595).epsilon(1e-6));
  const arma::mat codes = {{-1, 1, 1, -1, 1, -1}, {-1, -1, -1, 1, 1, 1}};
  CHECK(arma::approx_equal(signs(state.V), codes, "absdiff", 0));
  CHECK(arma::approx_equal(signs(cmfh_codes(problem, state)), codes, "absdiff", 0));
}

TEST_CASE("cmfh: no step raises the objective") {
  for (const double weight : {0.0, .3, 1.0}) {
    for (const double mu : {.1, 100.0}) {
      Point at = random_point(weight, mu, .01);
      const auto functions = cmfh_functions(at.problem);
      double now = cmfh_objective(at.problem, at.state);
      const auto not_raised = [&](bool strictly) {
        const double next = cmfh_objective(at.problem, at.state);
        const bool lower = strictly ? next < now : next <= now * (1 + 1e-12);
        now = next;
        return lower;
      };
      for (int round = 0; round < 40; ++round) {
        at.state.V = cmfh_codes(at.problem, at.state);
        CHECK(not_raised(round == 0));
        const auto P = cmfh_fitted(at.problem, functions, at.state.V),
                   U = cmfh_factors(at.problem, at.state.V);
        for (std::size_t t = 0; t < 2; ++t) {
          at.state.P[t] = P[t];
          CHECK(not_raised(round == 0));
          at.state.U[t] = U[t];
          CHECK(not_raised(round == 0));
        }
      }
    }
  }
}

TEST_CASE("cmfh: rounds of the condensed problem are those of all samples") {
  Point all = random_point(.3, 2, .1);
  // A feature that repeats another: the samples span less than their features.
  all.problem.X[1].row(4) = all.problem.X[0].row(2);
  Point few{cmfh_condensed(all.problem), all.state};
  CHECK(few.problem.X[0].n_cols == 14);
  CHECK(few.problem.X[1].n_cols == 14);
  CHECK(few.problem.lambda == all.problem.lambda);
  const auto of_all = cmfh_functions(all.problem), of_few = cmfh_functions(few.problem);
  const auto close = [](const arma::mat& a, const arma::mat& b) {
    return arma::abs(a - b).max() < 1e-9 * arma::abs(b).max();
  };
  for (int round = 0; round < 10; ++round) {
    cmfh_round(all.problem, of_all, all.state);
    cmfh_round(few.problem, of_few, few.state);
    CHECK(cmfh_objective(few.problem, few.state) ==
          Approx(cmfh_objective(all.problem, all.state)).epsilon(1e-10));
    for (std::size_t t = 0; t < 2; ++t) {
      CHECK(close(few.state.P[t], all.state.P[t]));
      CHECK(close(few.state.U[t], all.state.U[t]));
    }
  }
  CHECK(close(cmfh_joint(few.problem, few.state), cmfh_joint(all.problem, all.state)));
}

TEST_CASE("cmfh: samples that are no more than features stay what they are") {
  const CmfhProblem problem = problem_of(testing::small_paired_set(14, 9, 5));
  CHECK(arma::approx_equal(cmfh_condensed(problem).X[0], problem.X[0], "absdiff", 0));
}

TEST_CASE("cmfh: each step ends where the gradient vanishes") {
  for (const double weight : {0.0, .5, .8}) {
    Point at = random_point(weight, 2, .1);
    const CmfhProblem& p = at.problem;
    const CmfhState& s = at.state;
    at.state.V = cmfh_codes(p, s);
    arma::mat of_V = p.gamma * s.V;
    for (std::size_t t = 0; t < 2; ++t) {
      of_V += p.lambda[t] * s.U[t].t() * (s.U[t] * s.V - p.X[t]) + p.mu * (s.V - s.P[t] * p.X[t]);
    }
    CHECK(arma::abs(of_V).max() < 1e-10);
    at.state.P = cmfh_fitted(p, cmfh_functions(p), s.V);
    at.state.U = cmfh_factors(p, s.V);
    for (std::size_t t = 0; t < 2; ++t) {
      CHECK(arma::abs((s.P[t] * p.X[t] - s.V) * p.X[t].t() + p.r[t] * s.P[t]).max() < 1e-9);
      CHECK(arma::abs(p.lambda[t] * (s.U[t] * s.V - p.X[t]) * s.V.t() + p.gamma * s.U[t]).max() <
            1e-9);
    }
  }
}

TEST_CASE("cmfh: a view of weight 0 is not rebuilt, but has functions") {
  const PairedTrainingSet data = testing::small_paired_set(60, 8, 6);
  const CmfhProblem problem = random_point(1, 1, 1).problem;
  CHECK(arma::abs(cmfh_factors(problem, normal_matrix(4, 40, Rng(1)))[1]).max() == 0);
  const PairedProjectors learned = cmfh(data, 8, {{"weight", "1"}});
  CHECK(testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                      data.labels) > .1);
}

TEST_CASE("cmfh: mu draws the joint code to the mean of both functions") {
  const PairedTrainingSet data = testing::small_paired_set(80, 12, 7);
  const auto distance = [&](const std::string& mu) {
    const PairedProjectors learned = cmfh(data, 6, {{"mu", mu}, {"function-ridge", "1e-4"}});
    const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                     joint = learned.joint->project(arma::join_cols(data.X, data.Z));
    return arma::abs(joint - (x + z) / 2).max() / arma::abs(joint).max();
  };
  CHECK(distance("10000") < .02);
  CHECK(distance("1") > .3);
}

TEST_CASE("cmfh: training samples have the joint code, and no other") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 5);
  const PairedProjectors learned = cmfh(data, 4);
  CHECK(learned.of_training.is_empty());
  CHECK(learned.of_classes.is_empty());
  CHECK(learned.joint->project(arma::join_cols(data.X, data.Z)).n_rows == 40);
}

TEST_CASE("cmfh: codes of either view and of both tell classes apart, without their labels") {
  PairedTrainingSet data = testing::small_paired_set(120, 12, 7);
  const Labels labels = data.labels;
  data.labels = {};
  data.S = {};
  const PairedProjectors learned = cmfh(data, 16);
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                   joint = learned.joint->project(arma::join_cols(data.X, data.Z));
  CHECK(testing::agreement_of_classes(x, z, labels) > .25);
  CHECK(testing::agreement_of_classes(x, joint, labels) > .25);
}

TEST_CASE("cmfh: a tolerance that no round reaches ends after the second") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 5);
  const PairedProjectors two = cmfh(data, 4, {{"iterations", "2"}});
  CHECK(alike(cmfh(data, 4, {{"tolerance", "1e30"}}), two, data));
  CHECK_FALSE(alike(cmfh(data, 4, {{"iterations", "1"}}), two, data));
  CHECK_FALSE(alike(cmfh(data, 4), two, data));
}

TEST_CASE("cmfh: every weight of the objective matters, and the same seed gives the same") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 5);
  const PairedProjectors usual = cmfh(data, 4);
  CHECK(alike(cmfh(data, 4), usual, data));
  CHECK_FALSE(alike(cmfh(data, 4, {{"mu", "1"}}), usual, data));
  CHECK_FALSE(alike(cmfh(data, 4, {{"ridge", "1"}}), usual, data));
  CHECK_FALSE(alike(cmfh(data, 4, {{"function-ridge", "1e-4"}}), usual, data));
  CHECK_FALSE(alike(cmfh(data, 4, {{"weight", "0.9"}}), usual, data));
}

TEST_CASE("cmfh: survives training sets that leave something out, and refuses infinite features") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::cmfh, 64) == "");
  CHECK(testing::refusals_of_infinite_features(cross_modal::cmfh) ==
        Contains("cmfh: a training sample holds a number that is not finite in the second view"));
}

}  // namespace hashlab::cmfh_test
