#include "hashers/projections/parts/cca.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace hashlab::itq_cca_test {

using namespace hashers;

namespace {

/// Samples of make_itq_cca.py: 24 of 5 features in 3 classes.
TrainingSet small_case() {
  TrainingSet data{arma::fmat(5, 24), {}, {}};
  for (int i = 0; i < 24; ++i) {
    const int y = i % 3;
    for (int j = 0; j < 5; ++j) {
      data.X(static_cast<arma::uword>(j), static_cast<arma::uword>(i)) =
          static_cast<float>((7 * i * i + 3 * j * j * i + 5 * j + i * j) % 17 - 8 +
                             (j == 0 ? 4 * y : 0) - (j == 3 && y == 1 ? 3 : 0));
    }
    data.labels.single.push_back(y);
  }
  return data;
}

arma::mat indicators(std::size_t n, std::size_t classes) {
  arma::mat Y(n, classes, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) Y(i, i % classes) = 1;
  return Y;
}

/// Two classes that differ in one feature of little variance, hidden by others of much.
TrainingSet hidden_classes(std::size_t n) {
  Rng rng(5);
  TrainingSet data{arma::fmat(8, n), {}, {}};
  for (arma::uword i = 0; i < n; ++i) {
    const int y = static_cast<int>(i % 2);
    for (arma::uword j = 0; j < 8; ++j) data.X(j, i) = static_cast<float>(10 * rng.normal());
    data.X(3, i) = static_cast<float>(y == 0 ? -1 : 1) + data.X(3, i) / 40;
    data.labels.single.push_back(y);
  }
  return data;
}

/// Share of bits that agree within a class minus the share that agree across.
double separation(const std::string& hasher, const TrainingSet& data, std::size_t dims) {
  const arma::fmat Y = make_hasher(hasher).projection().learn(data, dims, Rng(1))->project(data.X);
  double agree[2] = {0, 0}, pairs[2] = {0, 0};
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const std::size_t other = data.labels.single[i] == data.labels.single[j] ? 0 : 1;
      const arma::uvec same = (Y.row(i) > 0).t() == (Y.row(j) > 0).t();
      agree[other] += arma::mean(arma::conv_to<arma::vec>::from(same));
      ++pairs[other];
    }
  }
  return agree[0] / pairs[0] - agree[1] / pairs[1];
}

}  // namespace

TEST_CASE("itq-cca: canonical correlations are those of an independent computation") {
  const arma::fmat X = small_case().X;
  const auto lambda = [&](double rho) {
    return canonical_directions(canonical_basis(X, indicators(24, 3), rho), 5).lambda;
  };
  // make_itq_cca.py: cosines between column spaces, then the generalised eigenproblem.
  CHECK(lambda(1e-9)[0] == doctest::Approx(0.76065508).epsilon(1e-7));
  CHECK(lambda(1e-9)[1] == doctest::Approx(0.48677735).epsilon(1e-7));
  CHECK(lambda(0.05)[0] == doctest::Approx(0.70857017).epsilon(1e-7));
  CHECK(lambda(0.05)[1] == doctest::Approx(0.45349833).epsilon(1e-7));
  CHECK(lambda(4)[0] == doctest::Approx(0.1954447).epsilon(1e-7));
  CHECK(lambda(4)[1] == doctest::Approx(0.1267472).epsilon(1e-7));
}

TEST_CASE("itq-cca: directions solve the equation of CCA, with rho beside covariances") {
  arma::mat X = arma::conv_to<arma::mat>::from(small_case().X);
  X.each_col() -= arma::mean(X, 1);
  const arma::mat Y = indicators(24, 3);
  for (const double rho : {1e-5, 0.1}) {
    const auto [W, lambda] =
        canonical_directions(canonical_basis(arma::conv_to<arma::fmat>::from(X), Y, rho), 5);
    const arma::mat within = X * X.t() / 24 + rho * arma::eye(5, 5);
    const arma::mat between =
        X * Y * arma::inv(Y.t() * Y / 24 + rho * arma::eye(3, 3)) * Y.t() * X.t() / 576;
    const arma::mat difference = between * W - within * W * arma::diagmat(arma::square(lambda));
    CHECK(arma::abs(difference).max() <= 1e-4);  // X came through single precision
    CHECK(arma::abs(W.t() * within * W - arma::eye(5, 5)).max() <= 1e-5);
    CHECK(lambda[1] > 0.3);
    CHECK(lambda[2] <= 1e-7);  // three classes have two directions
  }
}

TEST_CASE("itq-cca: bits beyond the classes see the same coordinates when scaled, others if not") {
  const TrainingSet data = small_case();
  const auto rank = [&](const std::string& hasher) {
    const arma::fmat Y = make_hasher(hasher).projection().learn(data, 5, Rng(1))->project(data.X);
    const arma::vec s = arma::svd(arma::conv_to<arma::mat>::from(Y));
    return arma::accu(s > 1e-4 * s.max());
  };
  CHECK(rank("itq-cca+sbq") == 2);
  CHECK(rank("itq-cca+sbq:scaled=no") == 5);
}

TEST_CASE("itq-cca: classes that principal axes miss are found") {
  const TrainingSet data = hidden_classes(120);
  CHECK(separation("itq-cca+sbq", data, 4) > 0.8);
  CHECK(separation("itq+sbq", data, 4) < 0.2);
}

TEST_CASE("itq-cca: a larger ridge tames features that vary by chance") {
  // 40 features of noise fit 30 labels perfectly; the ridge is a setting that matters.
  Rng rng(6);
  arma::fmat noise(40, 30);
  for (float& x : noise) x = static_cast<float>(rng.normal());
  const auto first = [&](double rho) {
    return canonical_directions(canonical_basis(noise, indicators(30, 2), rho), 1).lambda[0];
  };
  CHECK(first(1e-4) > 0.999);
  CHECK(first(3) < 0.9);
}

TEST_CASE(
    "itq-cca: the ridge is that of the option, as directions of W^T (X X^T / n + rho I) W = I "
    "say") {
  TrainingSet data = small_case();
  data.X.each_col() -= arma::fvec(arma::mean(data.X, 1));
  const arma::mat X = arma::conv_to<arma::mat>::from(data.X);
  const auto learned = [&](const std::string& options) {
    return make_hasher("itq-cca+sbq:" + options).projection().learn(data, 5, Rng(1));
  };
  for (const double rho : {1e-4, 4.0}) {
    CAPTURE(rho);
    const arma::mat W = learned("scaled=no,ridge=" + number_text(rho))->state().at("W");
    const arma::mat within = X * X.t() / 24 + rho * arma::eye(5, 5);
    CHECK(arma::abs(W.t() * within * W - arma::eye(5, 5)).max() <= 1e-4);
  }
  for (const std::string scaled : {"yes", "no"}) {
    const arma::fmat small = learned("ridge=1e-4,scaled=" + scaled)->project(data.X),
                     large = learned("ridge=100,scaled=" + scaled)->project(data.X);
    CHECK(arma::abs(small - large).max() > 1e-2f);
  }
}

TEST_CASE("itq-cca: one class, or none, is refused in one line") {
  TrainingSet data = small_case();
  data.labels.single.assign(24, 7);
  const auto learn = [&] { make_hasher("itq-cca+sbq").projection().learn(data, 2, Rng(1)); };
  CHECK(
      testing::error_of(learn) ==
      "itq-cca: classes of the training samples: 1, expected at least 2: use more training samples "
      "or an unsupervised projection");
}

TEST_CASE("itq-cca: features that are constant, repeated or without variance do no harm") {
  TrainingSet data = small_case();
  data.X.row(1).fill(3);
  data.X.row(2) = data.X.row(0);
  const arma::mat Y = indicators(24, 3);
  const CanonicalDirections found = canonical_directions(canonical_basis(data.X, Y, 1e-9), 5);
  CHECK(found.W.is_finite());
  CHECK(arma::abs(found.W.row(1)).max() <= 1e-9);
  CHECK(found.lambda[0] < 1);
  CHECK(canonical_directions(canonical_basis(data.X * 0, Y, 1e-4), 5).lambda.max() == 0);
}

TEST_CASE("itq-cca: the rotation loses less and less of its directions") {
  const TrainingSet data = small_case();
  double before = 1e300, first = 0;
  for (const char* iterations : {"1", "2", "4", "8", "32"}) {
    const arma::fmat Y = make_hasher(std::string("itq-cca+sbq:iterations=") + iterations)
                             .projection()
                             .learn(data, 2, Rng(1))
                             ->project(data.X);
    double loss = 0;
    for (const float y : Y) loss += std::pow(std::abs(static_cast<double>(y)) - 1, 2);
    CHECK(loss <= before * (1 + 1e-6));
    if (before == 1e300) first = loss;
    before = loss;
  }
  CHECK(before < first);  // or the option would be ignored
}

}  // namespace hashlab::itq_cca_test
