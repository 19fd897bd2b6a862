#include "hashers/cross_modal/dch_steps.h"
#include "hashers/cross_modal/parts/ridge.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::dch_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

DchProblem problem_of(const PairedTrainingSet& data, double nu, double mu) {
  return {arma::conv_to<arma::mat>::from(data.X),
          arma::conv_to<arma::mat>::from(data.Z),
          class_indicators(data.labels),
          1,
          .01,
          .02,
          nu,
          mu};
}

struct Point {
  DchProblem problem;
  DchState state;
};

/// 40 samples of 9 and 5 features in 4 classes, at a random point of 6 bits.
Point random_point(double nu, double mu, std::uint64_t seed = 1) {
  const Rng rng(seed);
  return {problem_of(testing::small_paired_set(40, 9, 5), nu, mu),
          {signs(normal_matrix(40, 6, rng.stream("B"))), normal_matrix(6, 4, rng.stream("G")),
           normal_matrix(9, 6, rng.stream("W")), normal_matrix(5, 6, rng.stream("U"))}};
}

PairedProjectors dch(const PairedTrainingSet& data, std::size_t dims,
                     const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::dch(), settings, data, dims);
}

bool same(const arma::fmat& a, const arma::fmat& b) {
  return arma::approx_equal(a, b, "absdiff", 0);
}

}  // namespace

TEST_CASE("dch: the known codes of three classes") {
  const DchProblem problem = problem_of(testing::six_pairs(), 0, 0);
  DchState state;
  state.B = {{1, 1, -1, 1},  {1, -1, 1, 1}, {-1, 1, 1, -1},
             {-1, -1, 1, 1}, {1, 1, 1, -1}, {-1, 1, -1, -1}};
  arma::mat M;
  for (int round = 0; round < 5; ++round) {
    state.G = dch_classifier(problem, state.B);
    M = dch_class_values(state.G);
    state.B = signs(problem.Y * M);
  }
  const arma::mat expected = {{1, 1, -1, 1}, {-1, 1, 1, 1}, {1, 1, 1, -1}};
  CHECK(arma::approx_equal(signs(M), expected, "absdiff", 0));
  CHECK(arma::approx_equal(state.B, problem.Y * expected, "absdiff", 0));
  state.G = dch_classifier(problem, state.B);
  CHECK(dch_objective(problem, state) == doctest::Approx(2.0 / 3));
}

TEST_CASE(
    "dch: neither the classifier, nor functions, nor sweeps over the bits raise the objective") {
  for (const double nu : {0.0, 1e-3, 1.0}) {
    for (const double mu : {0.0, .1}) {
      Point at = random_point(nu, mu);
      DchState& state = at.state;
      double now = dch_objective(at.problem, state);
      const auto not_raised = [&](bool strictly) {
        const double next = dch_objective(at.problem, state);
        const bool lower = strictly ? next < now : next <= now * (1 + 1e-12);
        now = next;
        return lower;
      };
      for (int round = 0; round < 6; ++round) {
        state.G = dch_classifier(at.problem, state.B);
        CHECK(not_raised(round == 0));
        state.W = ridge(at.problem.X, state.B, .01, "dch");
        CHECK(not_raised(round == 0 && nu > 0));
        state.U = ridge(at.problem.Z, state.B, .02, "dch");
        CHECK(not_raised(round == 0 && mu > 0));
        bool changed = true;
        for (int sweep = 0; sweep < 50 && changed; ++sweep) {
          changed = dch_sweep(at.problem, state);
          CHECK(not_raised(changed));
        }
        CHECK_FALSE(changed);
      }
    }
  }
}

TEST_CASE(
    "dch: the signs of a fit are no descent step: the first may raise what five rounds lower") {
  int raised = 0, lowered = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const DchProblem problem = problem_of(testing::small_paired_set(12, 3, 3, 3), 0, 0);
    DchState state;
    state.B = signs(normal_matrix(12, 8, Rng(seed)));
    state.G = dch_classifier(problem, state.B);
    const double start = dch_objective(problem, state);
    for (int round = 0; round < 5; ++round) {
      const double before = dch_objective(problem, state);
      state.B = signs(problem.Y * dch_class_values(state.G));
      if (round == 0) raised += dch_objective(problem, state) > before;
      state.G = dch_classifier(problem, state.B);
    }
    lowered += dch_objective(problem, state) < start;
  }
  CHECK(raised > 0);
  CHECK(lowered == 30);
}

TEST_CASE("dch: a sweep sets each bit to the better of its two values, by trying both") {
  Point at = random_point(.3, .2);
  DchState expected = at.state;
  for (arma::uword k = 0; k < 6; ++k) {
    for (arma::uword i = 0; i < 40; ++i) {
      DchState other = expected;
      other.B(i, k) = -other.B(i, k);
      if (dch_objective(at.problem, other) < dch_objective(at.problem, expected)) expected = other;
    }
  }
  CHECK(dch_sweep(at.problem, at.state));
  CHECK(arma::approx_equal(at.state.B, expected.B, "absdiff", 0));
}

TEST_CASE("dch: codes are made of labels alone unless nu or mu is above 0") {
  const PairedTrainingSet data = testing::small_paired_set(60, 9, 5);
  PairedTrainingSet other = testing::small_paired_set(60, 7, 4, 4, 99);
  const PairedProjectors learned = dch(data, 12);
  CHECK(same(dch(other, 12).of_training, learned.of_training));
  REQUIRE(learned.of_classes.n_rows == 4);
  for (arma::uword i = 0; i < 60; ++i) {
    CHECK(same(arma::conv_to<arma::fmat>::from(signs(learned.of_classes)).row(i % 4),
               learned.of_training.row(i)));
  }
  for (const char* weight : {"nu", "mu"}) {
    const PairedProjectors fitted = dch(data, 12, {{weight, "0.5"}}),
                           elsewhere = dch(other, 12, {{weight, "0.5"}});
    CHECK(fitted.of_classes.is_empty());
    CHECK_FALSE(same(fitted.of_training, elsewhere.of_training));
    CHECK_FALSE(same(fitted.of_training, learned.of_training));
  }
}

TEST_CASE("dch: the code of a sample of several classes is the sign of the sum of their rows") {
  PairedTrainingSet data = testing::small_paired_set(40, 9, 5);
  data.labels.single.clear();
  data.labels.multi.zeros(5, 40);  // nothing is of class 2
  for (arma::uword i = 0; i < 39; ++i) {
    data.labels.multi(i % 2, i) = 1;
    data.labels.multi(3 + i % 3 % 2, i) = 1;
  }
  const PairedProjectors learned = dch(data, 16);
  const arma::mat Y = class_indicators(data.labels);
  REQUIRE(learned.of_classes.n_rows == 4);
  CHECK(same(arma::conv_to<arma::fmat>::from(
                 signs(Y * arma::conv_to<arma::mat>::from(learned.of_classes))),
             learned.of_training));
  CHECK(arma::all(learned.of_training.row(39) == -1));  // of no class
}

TEST_CASE("dch: functions are ridge regressions of the codes") {
  const PairedTrainingSet data = testing::small_paired_set(40, 9, 5);
  const PairedProjectors learned = dch(data, 8, {{"ridge", "2"}});
  const arma::mat B = arma::conv_to<arma::mat>::from(learned.of_training);
  CHECK(arma::abs(learned.x->state().at("W") -
                  ridge(arma::conv_to<arma::mat>::from(data.X), B, 2, "dch"))
            .max() < 1e-6);
  CHECK(arma::abs(learned.z->state().at("W") -
                  ridge(arma::conv_to<arma::mat>::from(data.Z), B, 2, "dch"))
            .max() < 1e-6);
  CHECK(learned.joint == nullptr);
  CHECK(testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                      data.labels) > .25);
}

TEST_CASE("dch: more rounds and another lambda give other codes, the same seed the same") {
  const PairedTrainingSet data = testing::small_paired_set(60, 9, 5);
  const arma::fmat once = dch(data, 24, {{"iterations", "1"}}).of_training;
  CHECK(same(dch(data, 24, {{"iterations", "1"}}).of_training, once));
  CHECK_FALSE(same(dch(data, 24, {{"iterations", "1"}, {"lambda", "1e4"}}).of_training, once));
  CHECK_FALSE(same(dch(data, 24, {{"iterations", "5"}, {"nu", "1"}}).of_training,
                   dch(data, 24, {{"iterations", "1"}, {"nu", "1"}}).of_training));
}

TEST_CASE("dch: survives training sets that leave something out, and refuses others") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::dch, 64) == "");
  CHECK(testing::refusals_of_infinite_features(cross_modal::dch) ==
        Contains("dch: a training sample holds a number that is not finite in the first view"));
  PairedTrainingSet data = testing::six_pairs();
  data.labels = {};
  CHECK(error_of([&] { dch(data, 4); }) == Contains("dch: learns from classes, but the training"));
  data.labels.multi.zeros(3, 6);
  CHECK(error_of([&] { dch(data, 4); }) ==
        Contains("dch: none of the 6 training samples is of any class"));
}

}  // namespace hashlab::dch_test
