#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/ksh_residue.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::ksh_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

/// R_0 = K S as the paper has it: dense, +1 and -1.
arma::mat dense_residue(const NeighbourGraph& S, double K) {
  return K * (2 * neighbour_matrix(S, true) - 1);
}

arma::mat bits(const arma::fmat& Y) {
  arma::mat B = arma::conv_to<arma::mat>::from(Y);
  for (double& b : B) b = b > 0 ? 1 : -1;
  return B;
}

/// exp(-|x - a|^2 / (2 mean |x - a|^2)) over all pairs, centred: what the paper's Kbar is, by
/// loops.
arma::mat centred_kernel(const arma::fmat& X) {
  arma::mat D(X.n_cols, X.n_cols);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    for (arma::uword j = 0; j < X.n_cols; ++j) {
      const double distance = static_cast<double>(arma::norm(X.col(i) - X.col(j)));
      D(i, j) = distance * distance;
    }
  }
  arma::mat K = arma::exp(-D / (2 * arma::mean(arma::mean(D))));
  K.each_row() -= arma::rowvec(arma::mean(K, 0));
  return K;
}

std::unique_ptr<const Projector> learn(const std::string& hasher, const TrainingSet& data,
                                       std::size_t dims) {
  return make_hasher(hasher).projection().learn(data, dims, Rng(5));
}

/// Mean product of codes over pairs of neighbours less that over other pairs.
double contrast(const arma::mat& B, const NeighbourGraph& S) {
  const arma::mat P = B * B.t(), A = neighbour_matrix(S, true);
  return arma::accu(P % A) / arma::accu(A) - arma::accu(P % (1 - A)) / arma::accu(1 - A);
}

}  // namespace

TEST_CASE("ksh: products with the residue are those of the dense matrix") {
  const TrainingSet data = testing::small_training_set(40, 6);
  KshResidue R(data.S, 5);
  arma::mat dense = dense_residue(data.S, 5);
  Rng rng(2);
  for (int k = 0; k < 4; ++k) {
    arma::vec v(40);
    for (double& x : v) x = rng.normal();
    CHECK(arma::approx_equal(R.times(v), dense * v, "absdiff", 1e-10));
    const arma::vec y = signs(v);
    R.subtract(y);
    dense -= y * y.t();
  }
}

TEST_CASE("ksh: a bit takes 2 y^T R y - l^2 off the squared residual, and here each lowers it") {
  const TrainingSet data = testing::small_training_set(120, 10);
  const std::size_t K = 12;
  const arma::mat B = bits(learn("ksh+sbq:anchors=40", data, K)->project(data.X));
  arma::mat R = dense_residue(data.S, static_cast<double>(K));
  for (std::size_t k = 0; k < K; ++k) {
    const arma::vec y = B.col(k);
    const double before = arma::accu(arma::square(R)), yRy = arma::dot(y, R * y);
    R -= y * y.t();
    const double after = arma::accu(arma::square(R));
    CHECK(after == doctest::Approx(before - 2 * yRy + 120. * 120.));
    CHECK(yRy > 0);
    CHECK(after < before);
  }
}

TEST_CASE("ksh: climbing never lowers the smooth objective") {
  const TrainingSet data = testing::small_training_set(60, 8);
  const arma::mat Kb = centred_kernel(data.X);
  const KshResidue R(data.S, 8);
  const auto smooth = [&](const arma::vec& a) {
    const arma::vec b = arma::tanh(Kb * a / 2);
    return arma::dot(b, R.times(b));
  };
  Rng rng(4);
  double gained = 0;
  for (const std::size_t iterations : {1u, 2u, 5u, 50u, 500u}) {
    arma::vec a(60);
    for (double& x : a) x = rng.normal();
    const double before = smooth(a), after = smooth(ksh_climb(Kb, R, a, iterations, 0));
    CHECK(after >= before);
    gained = std::max(gained, after - before);
  }
  CHECK(gained > 1000);
}

TEST_CASE("ksh: climbing ends where differences of the smooth objective vanish") {
  const TrainingSet data = testing::small_training_set(60, 8);
  const arma::mat Kb = centred_kernel(data.X).eval().head_cols(12);
  const KshResidue R(data.S, 8);
  const auto smooth = [&](const arma::vec& a) {
    const arma::vec b = arma::tanh(Kb * a / 2);
    return arma::dot(b, R.times(b));
  };
  const auto differences = [&](const arma::vec& a) {
    arma::vec slope(12);
    for (arma::uword j = 0; j < 12; ++j) {
      arma::vec step(12, arma::fill::zeros);
      step[j] = 1e-5;
      slope[j] = (smooth(a + step) - smooth(a - step)) / 2e-5;
    }
    return slope;
  };
  Rng rng(6);
  for (int start = 0; start < 5; ++start) {
    arma::vec a(12);
    for (double& x : a) x = rng.normal();
    const arma::vec top = ksh_climb(Kb, R, a, 5000, 0);
    CHECK(arma::norm(differences(top)) <= 1e-2 * arma::norm(differences(a)));
  }
}

TEST_CASE("ksh: a kept bit is never worse than its spectral start") {
  const TrainingSet data = testing::small_training_set(100, 8);
  const arma::mat R = dense_residue(data.S, 1);
  const auto objective = [&](const std::string& hasher) {
    const arma::vec y = bits(learn(hasher, data, 1)->project(data.X));
    return arma::dot(y, R * y);
  };
  for (const char* gamma : {"auto", "0.1", "10"}) {
    const std::string settings = "ksh+sbq:anchors=30,gamma=" + std::string(gamma);
    CHECK(objective(settings) >= objective(settings + ",iterations=0"));
  }
}

TEST_CASE(
    "ksh: spectral bits are those of the dense generalised eigenproblem, solved independently") {
  const TrainingSet data = testing::small_training_set(24, 5);
  const arma::mat Kb = centred_kernel(data.X);
  const arma::mat Y = arma::conv_to<arma::mat>::from(
      learn("ksh+sbq:iterations=0,anchors=24", data, 4)->project(data.X));
  arma::mat G = Kb.t() * Kb;
  G.diag() += 1e-6 * arma::trace(G) / 24;
  arma::mat R = dense_residue(data.S, 4);
  for (arma::uword k = 0; k < 4; ++k) {
    arma::cx_vec values;
    arma::cx_mat vectors;
    REQUIRE(arma::eig_pair(values, vectors, arma::mat(Kb.t() * R * Kb), G));
    arma::vec a = arma::real(vectors.col(arma::index_max(arma::real(values))));
    arma::vec y = Kb * a;
    y *= std::sqrt(24.0) / arma::norm(y);
    if (arma::dot(y, Y.col(k)) < 0) y = -y;  // the sign is arbitrary
    CHECK(arma::approx_equal(Y.col(k), y, "absdiff", 2e-2));
    R -= signs(y) * signs(y).t();
  }
}

TEST_CASE("ksh: two clusters are told apart by every bit") {
  TrainingSet data = testing::small_training_set(40, 4);
  for (arma::uword i = 0; i < 40; ++i) {
    data.labels.single[i] = static_cast<int>(i % 2);
    data.X.col(i) = data.X.col(i) * 0.1f + (i % 2 == 0 ? 4.0f : -4.0f);
  }
  data.S = class_neighbours(data.labels, testing::rows_below(40));
  const arma::mat B = bits(learn("ksh+sbq", data, 3)->project(data.X));
  for (arma::uword k = 0; k < 3; ++k) {
    for (arma::uword i = 0; i < 40; ++i) CHECK(B(i, k) == B(i % 2, k));
    CHECK(B(0, k) == -B(1, k));
  }
}

TEST_CASE("ksh: codes separate neighbours from others far better than without supervision") {
  const TrainingSet data = testing::small_training_set(200, 12);
  const double ours = contrast(bits(learn("ksh+sbq", data, 16)->project(data.X)), data.S);
  const double lsh = contrast(bits(learn("lsh+sbq", data, 16)->project(data.X)), data.S);
  CHECK(ours > 1.3 * lsh);
  CHECK(ours > 8);
}

TEST_CASE("ksh: a kernel that tells nobody from anybody gives zeros, NaN an error") {
  TrainingSet data = testing::small_training_set(30, 4);
  TrainingSet alike = data;
  alike.X.fill(2.0f);
  CHECK(arma::abs(learn("ksh+sbq", alike, 3)->project(alike.X)).max() == 0);
  data.X(1, 3) = std::nanf("");
  for (const char* gamma : {"auto", "1"}) {
    CHECK(error_of([&] { learn("ksh+sbq:gamma=" + std::string(gamma), data, 3); }) ==
          Contains("finite number"));
  }
  data.S = {};
  CHECK(error_of([&] { learn("ksh+sbq", data, 3); }) == Contains("ksh: neighbour lists for 0"));
}

}  // namespace hashlab::ksh_test
