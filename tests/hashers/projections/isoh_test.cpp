#include "hashers/projections/linear/isoh.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/registry.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace hashlab::isoh_test {

using namespace hashers;

namespace {

/// Samples whose feature j has standard deviation 1 / (1 + j), with a mean that is not zero.
arma::fmat samples(std::size_t d, std::size_t n) {
  Rng rng(3);
  arma::fmat X(d, n);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < d; ++j) {
      X(j, i) = static_cast<float>(1 + rng.normal() / (1 + static_cast<double>(j)));
    }
  }
  return X;
}

/// Largest relative deviation of the dimensions' variances from their mean.
double inequality(const std::string& hasher, const arma::fmat& X, std::size_t dims) {
  const arma::fmat Y = make_hasher(hasher).projection().learn({X, {}}, dims, Rng(1))->project(X);
  const arma::rowvec v = arma::var(arma::conv_to<arma::mat>::from(Y), 1, 0);
  return arma::abs(v / arma::mean(v) - 1).max();
}

arma::vec falling(std::size_t K) {
  const arma::vec lambda = 1 / arma::square(arma::regspace(1, static_cast<double>(K)));
  return lambda / arma::mean(lambda);
}

bool is_orthogonal(const arma::mat& Q) {
  return arma::abs(Q.t() * Q - arma::eye(arma::size(Q))).max() <= 1e-10;
}

}  // namespace

TEST_CASE("isoh: all dimensions of the training samples have one variance, by either flow") {
  const arma::fmat X = samples(40, 300);
  CHECK(inequality("pca+sbq", X, 24) > 1);
  CHECK(inequality("pca-rr+sbq", X, 24) > 0.1);
  for (const char* hasher : {"isoh+sbq", "isoh+sbq:flow=gf"}) {
    for (const std::size_t dims : {1u, 2u, 24u, 40u}) CHECK(inequality(hasher, X, dims) <= 2e-5);
  }
}

TEST_CASE("isoh: directions stay orthonormal and within the principal axes") {
  const arma::fmat X = samples(30, 200);
  const arma::mat axes = principal_axes(X, 12);
  for (const char* hasher : {"isoh+sbq", "isoh+sbq:flow=gf"}) {
    const arma::mat W =
        make_hasher(hasher).projection().learn({X, {}}, 12, Rng(1))->state().at("W");
    CHECK(arma::abs(W.t() * W - arma::eye(12, 12)).max() <= 1e-5);
    CHECK(arma::abs(axes * (axes.t() * W) - W).max() <= 1e-5);
  }
}

TEST_CASE("isoh: no step of either flow raises the anisotropy, and each stays orthogonal") {
  for (const std::size_t K : {2u, 5u, 32u}) {
    const arma::vec lambda = falling(K);
    arma::mat lift = random_rotation(K, Rng(7)), flow = lift;
    const double start = anisotropy(lambda, lift);
    double t = 1;
    for (int m = 0; m < 60; ++m) {
      const double before_lift = anisotropy(lambda, lift), before = anisotropy(lambda, flow);
      lift = lift_and_project(lambda, lift);
      flow = follow_gradient(lambda, flow, t);
      CHECK(anisotropy(lambda, lift) <= before_lift + 1e-12);
      CHECK(anisotropy(lambda, flow) <= before);
    }
    CHECK(is_orthogonal(lift));
    CHECK(is_orthogonal(flow));
    CHECK(anisotropy(lambda, lift) < 0.1 * start);
    CHECK(anisotropy(lambda, flow) < 1e-10);
  }
}

TEST_CASE("isoh: two dimensions are turned by 45 degrees, by hand") {
  // Q^T diag(1.5, 0.5) Q has equal diagonal entries at a turn of 45 degrees and nowhere else.
  const arma::vec lambda = {1.5, 0.5};
  const double c = std::cos(0.3), s = std::sin(0.3);
  const arma::mat start = {{c, -s}, {s, c}};
  const arma::mat lift = lift_and_project(lambda, start);  // T's eigenvectors are (1, +-1) at once
  CHECK(arma::abs(arma::abs(lift) - std::sqrt(0.5)).max() <= 1e-12);
  arma::mat flow = start;
  double t = 1;
  for (int m = 0; m < 40; ++m) flow = follow_gradient(lambda, flow, t);
  CHECK(arma::abs(arma::abs(flow) - std::sqrt(0.5)).max() <= 1e-6);
}

TEST_CASE("isoh: the gradient is that of finite differences") {
  const arma::vec lambda = falling(4);
  const arma::mat Q = random_rotation(4, Rng(8));
  const arma::mat Z = Q.t() * arma::diagmat(lambda) * Q;
  const arma::mat alpha = arma::diagmat(Z.diag() - 1), Omega = alpha * Z - Z * alpha;
  // Along Q expm(t Omega) the objective falls at the rate ||Omega||^2.
  const double t = 1e-6;
  const double rate = (anisotropy(lambda, Q * arma::expmat(t * Omega)) - anisotropy(lambda, Q)) / t;
  CHECK(rate == doctest::Approx(-arma::accu(arma::square(Omega))).epsilon(1e-4));
}

TEST_CASE("isoh: axes without variance share in the others', samples all alike are left alone") {
  arma::fmat X = samples(10, 60);
  X.rows(2, 9).fill(4);  // two features vary
  CHECK(inequality("isoh+sbq", X, 8) <= 2e-5);
  CHECK(inequality("isoh+sbq:flow=gf", X, 8) <= 2e-5);
  const auto same = make_hasher("isoh+sbq")
                        .projection()
                        .learn({arma::fmat(10, 60, arma::fill::ones), {}}, 8, Rng(1));
  CHECK(same->project(X).is_finite());
}

TEST_CASE("pca-rr: principal axes are turned by an orthogonal matrix that the seed decides") {
  const arma::fmat X = samples(20, 100);
  const auto W = [&](std::uint64_t seed) -> arma::mat {
    return make_hasher("pca-rr+sbq").projection().learn({X, {}}, 9, Rng(seed))->state().at("W");
  };
  const arma::mat R = principal_axes(X, 9).t() * W(1);
  CHECK(arma::abs(R.t() * R - arma::eye(9, 9)).max() <= 1e-6);
  CHECK(arma::abs(principal_axes(X, 9) * R - W(1)).max() <= 1e-6);
  CHECK(arma::abs(W(1) - W(2)).max() > 0.1);
}

TEST_CASE("pca-rr: a random rotation has no preferred direction") {
  // The square of each entry of a uniform rotation of k axes is 1 / k on average.
  arma::mat squares(4, 4, arma::fill::zeros);
  constexpr std::size_t draws = 4000;
  for (std::size_t i = 0; i < draws; ++i) {
    const arma::mat R = random_rotation(4, Rng(9).stream("draw", i));
    squares += arma::square(R);
  }
  CHECK(arma::abs(squares / draws - 0.25).max() <= 5 * 0.25 / std::sqrt(draws));
}

}  // namespace hashlab::isoh_test
