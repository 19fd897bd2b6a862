#include "hashers/projections/supervised/mlh_loss.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::mlh_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

/// The code whose bits are those of a number.
arma::vec code(unsigned number, arma::uword K) {
  arma::vec b(K);
  for (arma::uword k = 0; k < K; ++k) b[k] = (number >> k & 1u) != 0 ? 1 : -1;
  return b;
}

double score(const MlhLoss& loss, const arma::vec& g, const arma::vec& h, const arma::vec& u,
             const arma::vec& v, bool neighbours) {
  const auto differing = static_cast<std::size_t>(arma::accu(g != h));
  return loss(differing, neighbours) + arma::dot(g, u) + arma::dot(h, v);
}

/// Mean loss over neighbours plus that over others, by the definition.
double empirical_loss(const arma::fmat& Y, const TrainingSet& data, const MlhLoss& loss) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const bool same = data.labels.single[i] == data.labels.single[j];
      std::size_t h = 0;
      for (arma::uword k = 0; k < Y.n_cols; ++k) h += (Y(i, k) > 0) != (Y(j, k) > 0);
      sums[same] += loss(h, same);
      counts[same] += 1;
    }
  }
  return sums[0] / counts[0] + sums[1] / counts[1];
}

}  // namespace

TEST_CASE("mlh: the loss, by hand") {
  const MlhLoss loss{3, 0.5};
  CHECK(loss(2, true) == 0);
  CHECK(loss(3, true) == 1);
  CHECK(loss(5, true) == 3);
  CHECK(loss(4, false) == 0);
  CHECK(loss(3, false) == 0.5);
  CHECK(loss(0, false) == 2);
}

TEST_CASE("mlh: the loss in units, by hand") {
  const MlhLoss loss = MlhLoss::in_units(3, 0.5, 8);
  CHECK(loss(2, true) == 0);
  CHECK(loss(5, true) == 3. / 6);
  CHECK(loss(8, true) == 1);
  CHECK(loss(4, false) == 0);
  CHECK(loss(3, false) == 0.5 / 4);
  CHECK(loss(0, false) == 0.5);
  // rho beyond the bits: neighbours are always near enough.
  CHECK(MlhLoss::in_units(20, 1, 8)(8, true) == 0);
}

TEST_CASE("mlh: loss-adjusted inference scores what the best of all pairs of codes scores") {
  Rng rng(9);
  for (arma::uword K = 1; K <= 5; ++K) {
    for (int trial = 0; trial < 30; ++trial) {
      arma::vec u(K), v(K);
      for (double& x : u) x = rng.normal() / 2;
      for (double& x : v) x = rng.normal() / 2;
      MlhLoss loss{static_cast<double>(rng.below(K + 1)), 0.25 + rng.uniform()};
      if (trial % 2 == 1) loss = MlhLoss::in_units(loss.rho, loss.lambda, K);
      for (const bool neighbours : {false, true}) {
        double best = -std::numeric_limits<double>::infinity();
        for (unsigned g = 0; g < 1u << K; ++g) {
          for (unsigned h = 0; h < 1u << K; ++h) {
            best = std::max(best, score(loss, code(g, K), code(h, K), u, v, neighbours));
          }
        }
        const MlhCodes found = mlh_inference(loss, u, v, neighbours);
        CHECK(found.score == doctest::Approx(best));
        CHECK(score(loss, found.g, found.h, u, v, neighbours) == doctest::Approx(best));
      }
    }
  }
}

TEST_CASE("mlh: training lowers the empirical loss below that of random hyperplanes") {
  const TrainingSet data = testing::small_training_set(150, 10);
  for (const bool unit : {false, true}) {
    CAPTURE(unit);
    const MlhLoss loss = unit ? MlhLoss::in_units(3, 0.5, 12) : MlhLoss{3, 0.5};
    const auto reached = [&](const std::string& hasher) {
      const Hasher made = make_hasher(hasher);
      return empirical_loss(made.projection().learn(data, 12, Rng(5))->project(data.X), data, loss);
    };
    const std::string mlh =
        std::string("mlh+sbq:rho=3,lambda=0.5,loss=") + (unit ? "unit" : "plain") + ",iterations=";
    const double random = reached("lsh+sbq"), brief = reached(mlh + "1"),
                 full = reached(mlh + "30");
    CHECK(brief < random);
    CHECK(full <= brief + 0.05);
    CHECK(full < 0.9 * random);
  }
}

TEST_CASE("mlh: rho is 3/16 of the bits if nobody says otherwise") {
  const TrainingSet data = testing::small_training_set(60, 6);
  const auto learned = [&](const std::string& rho, std::size_t bits) {
    const Hasher mlh = make_hasher("mlh+sbq:iterations=20,rho=" + rho);
    return arma::fmat(mlh.projection().learn(data, bits, Rng(2))->project(data.X));
  };
  const auto same = [](const arma::fmat& a, const arma::fmat& b) {
    return arma::all(arma::vectorise(a == b));
  };
  CHECK(same(learned("auto", 1), learned("1", 1)));
  CHECK(same(learned("auto", 16), learned("3", 16)));
  CHECK(same(learned("auto", 32), learned("6", 32)));
  CHECK(!same(learned("auto", 32), learned("3", 32)));
}

TEST_CASE("mlh: a single class and samples that nobody neighbours are learned from") {
  TrainingSet data = testing::small_training_set(30, 5);
  const Hasher mlh = make_hasher("mlh+sbq:iterations=5");
  data.labels.single.assign(30, 1);
  data.S = class_neighbours(data.labels, testing::rows_below(30));
  const arma::fmat one = mlh.projection().learn(data, 6, Rng(1))->project(data.X);
  CHECK(one.is_finite());
  data.S = {};
  for (int i = 0; i < 30; ++i) data.S.append({});
  CHECK(mlh.projection().learn(data, 6, Rng(1))->project(data.X).is_finite());
}

TEST_CASE("mlh: numbers that are not finite end in an error, zeros do not") {
  TrainingSet data = testing::small_training_set(30, 4);
  const Hasher mlh = make_hasher("mlh+sbq:iterations=3");
  TrainingSet zeros = data;
  zeros.X.zeros();
  CHECK(mlh.projection().learn(zeros, 3, Rng(1))->project(zeros.X).is_finite());
  data.X(1, 3) = std::nanf("");
  CHECK(error_of([&] { mlh.projection().learn(data, 3, Rng(1)); }) ==
        Contains("mlh: a feature is no finite number"));
}

TEST_CASE("mlh: the gradient is that of the bound on the loss") {
  Rng rng(7);
  const std::size_t K = 6, d = 4, pairs = 9;
  arma::mat W(K, d), ends(d, 2 * pairs);
  for (double& w : W) w = rng.normal();
  for (double& x : ends) x = rng.normal();
  std::vector<bool> neighbours;
  for (std::size_t p = 0; p < pairs; ++p) neighbours.push_back(p % 2 == 0);
  const MlhLoss loss{3, .5};
  const auto bound = [&](const arma::mat& V) {
    const arma::mat U = V * ends;
    double sum = 0;
    for (std::size_t p = 0; p < pairs; ++p) {
      const arma::vec u = U.col(2 * p), v = U.col(2 * p + 1);
      sum += mlh_inference(loss, u, v, neighbours[p]).score - arma::norm(u, 1) - arma::norm(v, 1);
    }
    return sum / static_cast<double>(pairs);
  };
  const arma::mat gradient = mlh_gradient(loss, W, ends, neighbours);
  CHECK(arma::abs(gradient).max() > .1);
  constexpr double step =
      1e-6;  // the bound is piecewise linear: short of a kink differences are exact
  for (arma::uword i = 0; i < W.n_elem; ++i) {
    arma::mat up = W, down = W;
    up[i] += step;
    down[i] -= step;
    CHECK(gradient[i] == doctest::Approx((bound(up) - bound(down)) / (2 * step)).epsilon(1e-6));
  }
}

}  // namespace hashlab::mlh_test
