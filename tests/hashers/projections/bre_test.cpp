#include "hashers/projections/supervised/bre_descent.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/normal_matrix.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::bre_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;

namespace {

/// f of the paper, by its definition.
double objective(const arma::mat& S, const std::vector<BrePair>& pairs) {
  double sum = 0;
  for (const BrePair& pair : pairs) {
    double apart = 0;
    for (arma::uword k = 0; k < S.n_cols; ++k) apart += (S(pair.i, k) > 0) != (S(pair.j, k) > 0);
    const double error = (pair.apart ? 1 : 0) - apart / static_cast<double>(S.n_cols);
    sum += error * error;
  }
  return sum;
}

/// Some pairs of n samples.
std::vector<BrePair> some_pairs(std::uint32_t n, Rng rng) {
  std::vector<BrePair> pairs;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      if (rng.below(3) == 0) pairs.push_back({i, j, rng.below(2) == 0});
    }
  }
  return pairs;
}

TrainingSet training_set(std::size_t n, std::size_t d) {
  Dataset data = testing::small_dataset(n, d);
  data.features.each_col() -= arma::fvec(arma::mean(data.features, 1));
  return {data.features, class_neighbours(data.labels, testing::rows_below(n)), data.labels};
}

/// Share of equal bits over neighbours less that over others.
double contrast(const arma::fmat& Y, const TrainingSet& data) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const int same = data.labels.single[i] == data.labels.single[j];
      for (arma::uword k = 0; k < Y.n_cols; ++k) sums[same] += (Y(i, k) > 0) == (Y(j, k) > 0);
      counts[same] += static_cast<double>(Y.n_cols);
    }
  }
  return sums[1] / counts[1] - sums[0] / counts[0];
}

}  // namespace

TEST_CASE("bre: no update raises the objective, which is what its definition gives") {
  const Rng rng(3);
  const std::vector<BrePair> pairs = some_pairs(40, rng.stream("pairs"));
  BreDescent descent(normal_matrix(40, 6, rng.stream("start")), pairs);
  double now = objective(descent.activations(), pairs);
  const double before = now;
  CHECK(descent.objective() == doctest::Approx(now));
  for (std::size_t update = 0; update < 120; ++update) {
    descent.improve(update % 6, normal_matrix(40, 1, rng.stream("kappa", update)));
    const double next = objective(descent.activations(), pairs);
    CHECK(next <= now + 1e-9);
    CHECK(descent.objective() == doctest::Approx(next));
    now = next;
  }
  CHECK(now < 0.9 * before);
}

TEST_CASE("bre: an update finds the optimum that trying every interval finds") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Rng rng(seed);
    const std::vector<BrePair> pairs = some_pairs(15, rng.stream("pairs"));
    const arma::mat S = normal_matrix(15, 3, rng.stream("start"));
    const arma::vec kappa = normal_matrix(15, 1, rng.stream("kappa"));
    arma::vec breaks = arma::sort(-S.col(1) / kappa);
    double lowest = objective(S, pairs);
    for (arma::uword b = 0; b <= 15; ++b) {
      const double delta = b == 0    ? breaks[0] - 1
                           : b == 15 ? breaks[14] + 1
                                     : (breaks[b - 1] + breaks[b]) / 2;
      arma::mat moved = S;
      moved.col(1) += delta * kappa;
      lowest = std::min(lowest, objective(moved, pairs));
    }
    BreDescent descent(S, pairs);
    const double delta = descent.improve(1, kappa);
    CHECK(descent.objective() == doctest::Approx(lowest));
    CHECK(arma::approx_equal(descent.activations().col(1), S.col(1) + delta * kappa, "absdiff",
                             1e-12));
    CHECK(descent.improve(1, kappa) == 0);
  }
}

TEST_CASE("bre: the optimum is found where samples lie on a hyperplane and bits flip together") {
  const auto whole = [](arma::uword rows, arma::uword columns, Rng rng) {
    arma::mat M(rows, columns);
    for (double& x : M) x = static_cast<double>(rng.below(5)) - 2;
    return M;
  };
  std::size_t lowered = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Rng rng(seed);
    const std::vector<BrePair> pairs = some_pairs(12, rng.stream("pairs"));
    const arma::mat S = whole(12, 2, rng.stream("start"));
    const arma::vec kappa = whole(12, 1, rng.stream("kappa"));
    // Breakpoints are quotients of -2 .. 2, so that steps of 1/8 meet every interval.
    double lowest = objective(S, pairs);
    for (double delta = -3.0625; delta < 3; delta += 0.125) {
      arma::mat moved = S;
      moved.col(0) += delta * kappa;
      lowest = std::min(lowest, objective(moved, pairs));
    }
    BreDescent descent(S, pairs);
    lowered += descent.improve(0, kappa) != 0;
    CHECK(descent.objective() == lowest);
    CHECK(objective(descent.activations(), pairs) == lowest);
    CHECK(descent.improve(0, kappa) == 0);
  }
  CHECK(lowered > 30);
}

TEST_CASE("bre: two samples that should be apart get different bits, by hand") {
  // s = (1, 2) and kappa = (1, -1): between -1 and 2 both bits are 1, below and above they differ.
  const std::vector<BrePair> pairs = {{0, 1, true}};
  BreDescent descent(arma::mat(arma::vec{1.0, 2.0}), pairs);
  CHECK(descent.objective() == 1);
  const double delta = descent.improve(0, arma::vec{1.0, -1.0});
  CHECK((delta < -1 || delta > 2));
  CHECK(descent.objective() == 0);
  CHECK(descent.improve(0, arma::vec{0.0, 0.0}) == 0);
}

TEST_CASE("bre: learning separates neighbours from others better than its start") {
  const TrainingSet data = training_set(200, 12);
  const auto learned = [&](const std::string& hasher) {
    return contrast(make_hasher(hasher).projection().learn(data, 16, Rng(5))->project(data.X),
                    data);
  };
  const double full = learned("bre+sbq"), lsh = learned("lsh+sbq");
  CHECK(full > 1.2 * lsh);
  CHECK(full > 0.25);
}

TEST_CASE("bre: numbers that are not finite end in an error, zeros do not") {
  TrainingSet data = training_set(30, 4);
  const auto hasher = make_hasher("bre+sbq");
  TrainingSet zeros = data;
  zeros.X.zeros();
  CHECK(hasher.projection().learn(zeros, 3, Rng(1))->project(zeros.X).is_finite());
  data.X(1, 3) = std::numeric_limits<float>::infinity();
  CHECK(error_of([&] { hasher.projection().learn(data, 3, Rng(1)); }) ==
        Contains("bre: a feature is no finite number"));
}

}  // namespace hashlab::bre_test
