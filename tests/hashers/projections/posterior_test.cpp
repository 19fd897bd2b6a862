#include "hashers/descent/soft_precision.h"
#include "hashers/projections/parts/anchor_ridge.h"
#include "hashers/projections/parts/kernel_posterior.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/posterior_steps.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::posterior_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

/// Samples whose features say nothing of their classes.
TrainingSet noise(std::size_t n, std::int32_t classes) {
  Rng rng(11);
  TrainingSet data{arma::fmat(6, n), {}, {}};
  for (float& x : data.X) x = static_cast<float>(rng.normal());
  for (std::size_t i = 0; i < n; ++i) {
    data.labels.single.push_back(static_cast<std::int32_t>(i) % classes);
  }
  return data;
}

/// The share of rows whose largest probability is that of their class.
double accuracy(const arma::mat& P, const std::vector<std::int32_t>& classes) {
  double right = 0;
  for (arma::uword i = 0; i < P.n_rows; ++i) {
    right += P.row(i).index_max() == static_cast<arma::uword>(classes[i]) ? 1 : 0;
  }
  return right / static_cast<double>(P.n_rows);
}

}  // namespace

TEST_CASE("posterior: left-out probabilities of features that say nothing know nothing") {
  const TrainingSet data = noise(200, 2);
  // A narrow kernel learns every sample by heart.
  const auto learned = learn_honest_posterior(data, {200, 128, 4.0, 1e-3}, Rng(1), "test");
  const HonestPosterior& honest = *learned;
  CHECK(accuracy(honest.left_out, data.labels.single) < 0.65);
  CHECK(honest.loss > 0.6);
  arma::mat scores = arma::conv_to<arma::mat>::from(honest.posterior.map.features(data.X)).t() *
                     honest.posterior.alpha;
  scores.each_row() += honest.posterior.b;
  CHECK(accuracy(scores, data.labels.single) > 0.95);
}

TEST_CASE("posterior: of the four kernels whose scaled scores lose least it takes the best") {
  const TrainingSet data = testing::small_training_set(60, 5);
  const arma::mat Y = class_indicators(data.labels);
  KernelMap map{data.X, 1};
  const double unit = mean_distance_gamma(data.X, data.X);
  std::vector<std::pair<double, double>> tried;  // losses of scaled scores and of probabilities
  for (const double bandwidth : {1.15, 2.3, 4.6, 9.2}) {
    map.gamma = bandwidth * unit;
    const AnchorRidge regression(map, data.X, "test");
    for (const double ridge : {0.03, 0.1, 0.3, 1.0}) {
      const arma::mat F = regression.fit(Y, ridge).left_out;
      const double scaled = log_loss(scaled_posterior({F, Y, true, 0.15, "test"})(F), Y, true);
      tried.emplace_back(
          scaled, learn_honest_posterior(data, {60, 128, map.gamma, ridge}, Rng(1), "test")->loss);
    }
  }
  std::sort(tried.begin(), tried.end());
  double least = tried[0].second;
  for (std::size_t k = 1; k < 4; ++k) least = std::min(least, tried[k].second);
  const double found = learn_honest_posterior(data, {60, 128, {}, {}}, Rng(1), "test")->loss;
  CHECK(found == doctest::Approx(least).epsilon(1e-6));
}

TEST_CASE("posterior: with one kernel it takes the one whose scaled scores lose least") {
  const TrainingSet data = testing::small_training_set(60, 5);
  const auto chosen = [&](PosteriorSettings settings) {
    return learn_honest_posterior(data, settings, Rng(1), "test");
  };
  PosteriorSettings one;
  one.kernels = 1;
  const auto best_of_one = chosen(one);
  PosteriorSettings fixed;
  fixed.gamma = best_of_one->posterior.map.gamma;
  double least = 1e30;
  const arma::mat Y = class_indicators(data.labels);
  const double unit = mean_distance_gamma(data.X, data.X);
  double gamma = 0;
  for (const double bandwidth : {1.15, 2.3, 4.6, 9.2}) {
    const AnchorRidge regression(KernelMap{data.X, bandwidth * unit}, data.X, "test");
    for (const double ridge : {0.03, 0.1, 0.3, 1.0}) {
      const arma::mat F = regression.fit(Y, ridge).left_out;
      const double loss = log_loss(scaled_posterior({F, Y, true, 0.15, "test"})(F), Y, true);
      if (loss >= least) continue;
      least = loss;
      gamma = bandwidth * unit;
    }
  }
  CHECK(best_of_one->posterior.map.gamma == doctest::Approx(gamma).epsilon(1e-5));
  // More kernels lose no more.
  CHECK(chosen({})->loss <= best_of_one->loss);
}

TEST_CASE("posterior: scalar calibration gives all classes one weight, fitted to all samples") {
  const TrainingSet data = testing::small_training_set(60, 5);
  PosteriorSettings settings;
  settings.calibration = Calibration::scalar;
  const auto learned = learn_honest_posterior(data, settings, Rng(1), "test");
  const ClassPosterior& by = learned->posterior.by;
  CHECK(by.W(0, 0) > 0);
  CHECK(arma::approx_equal(by.W, by.W(0, 0) * arma::eye(arma::size(by.W)), "absdiff", 0));
  CHECK(arma::all(by.b == 0));
  // They still know more of a sample's class than chance, and less than of noise.
  const double chance = std::log(static_cast<double>(by.W.n_cols));
  CHECK(learned->loss < chance);
  const TrainingSet none = noise(200, 2);
  CHECK(learn_honest_posterior(none, settings, Rng(1), "test")->loss > 0.6);
  const auto Y = make_hasher("posterior+sbq:calibration=scalar,bit-steps=5")
                     .projection()
                     .learn(data, 8, Rng(1))
                     ->project(data.X);
  CHECK(Y.is_finite());
}

TEST_CASE("posterior: two samples share a class with the probability that their classes say") {
  const arma::mat P{{0.5, 0.5, 0.0}, {0.2, 0.3, 0.5}};
  const arma::mat one = shared_class_probability(P, true),
                  some = shared_class_probability(P, false);
  CHECK(one(0, 1) == doctest::Approx(0.5 * 0.2 + 0.5 * 0.3));
  CHECK(some(0, 1) == doctest::Approx(1 - (1 - 0.5 * 0.2) * (1 - 0.5 * 0.3)));
  CHECK(arma::approx_equal(one, one.t(), "absdiff", 0));
  CHECK(arma::approx_equal(some, some.t(), "absdiff", 0));
}

TEST_CASE("posterior: a small power makes small probabilities count, and keeps sums of one class") {
  const arma::mat P{{0.81, 0.16, 0.03}};
  CHECK(arma::approx_equal(tempered(P, 1, true), P, "absdiff", 1e-12));
  CHECK(arma::approx_equal(tempered(P, 0.5, false), arma::sqrt(P), "absdiff", 1e-12));
  const arma::mat half = tempered(P, 0.5, true);
  CHECK(arma::accu(half) == doctest::Approx(1));
  CHECK(half(0, 2) > P(0, 2));
  CHECK(half(0, 0) < P(0, 0));
}

TEST_CASE("posterior: learned bits rank better than the directions they begin with") {
  const TrainingSet data = testing::small_training_set(120, 5);
  const arma::mat P = learn_honest_posterior(data, {}, Rng(1), "test")->left_out;
  const arma::mat Z = tempered(P, 0.4, true), R = shared_class_probability(P, true);
  CodeDescent descent;
  const auto precision_after = [&](std::size_t steps, double rate) {
    descent.steps = steps;
    descent.rate = rate;
    const PosteriorBits bits = learn_posterior_bits(Z, P, true, {}, 8, descent, Rng(2));
    arma::mat A = Z * bits.W;
    A.each_row() += bits.c;
    const arma::mat U = arma::sign(A), S = U * U.t() / 8;
    return soft_precision_by_query(S, R, 9).value;
  };
  CHECK(precision_after(200, 0.05) > precision_after(1, 1e-6) + 0.01);
}

TEST_CASE("posterior: samples of several classes, or of none, are learned from") {
  TrainingSet data = testing::small_training_set(60, 5);
  data.labels.multi.zeros(3, 60);
  for (arma::uword i = 0; i < 60; ++i) {
    if (i % 10 == 0) continue;
    const auto c = static_cast<arma::uword>(data.labels.single[i]) % 3;
    data.labels.multi(c, i) = 1;
    data.labels.multi((c + i % 2) % 3, i) = 1;
  }
  data.labels.single.clear();
  data.S = class_neighbours(data.labels, testing::rows_below(60));
  const auto hasher = make_hasher("posterior+sbq");
  const auto projector = hasher.projection().learn(data, 16, Rng(1));
  const arma::fmat Y = projector->project(data.X);
  CHECK(Y.is_finite());
  CHECK(Y.n_cols == 16);
  const auto again = hasher.projection().restore(projector->state(), 5, 16);
  CHECK(arma::approx_equal(again->project(data.X), Y, "absdiff", 0));
}

TEST_CASE("posterior: principal axes are in codes from 64 dimensions on, or as told") {
  const TrainingSet data = testing::small_training_set(60, 5);
  const auto has_axes = [&](const std::string& hasher, std::size_t dims) {
    return make_hasher(hasher).projection().learn(data, dims, Rng(1))->state().contains("V");
  };
  CHECK_FALSE(has_axes("posterior+sbq:bit-steps=3", 32));
  CHECK(has_axes("posterior+sbq:bit-steps=3", 64));
  CHECK(has_axes("posterior+sbq:bit-steps=3,pca=0.1", 32));
  CHECK_FALSE(has_axes("posterior+sbq:bit-steps=3,pca=0", 64));
}

TEST_CASE("posterior: without classes it says so") {
  TrainingSet data = testing::small_training_set(20, 5);
  data.labels = {};
  CHECK(error_of([&] { make_hasher("posterior+sbq").projection().learn(data, 8, Rng(1)); }) ==
        Contains("posterior: learns from classes"));
}

}  // namespace hashlab::posterior_test
