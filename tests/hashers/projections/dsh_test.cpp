#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::dsh_test {

using namespace hashers;
using hashlab::testing::Clouds;
using hashlab::testing::learn;
using hashlab::testing::normal;
using hashlab::testing::within_over_between;

namespace {

double distance(const arma::fmat& C, arma::uword i, arma::uword j) {
  return arma::norm(arma::conv_to<arma::vec>::from(C.col(i) - C.col(j)));
}

/// Is group a among the r nearest of group b?
bool near(const arma::fmat& C, arma::uword a, arma::uword b, arma::uword r) {
  arma::uword nearer = 0;
  for (arma::uword c = 0; c < C.n_cols; ++c) {
    if (c != b && distance(C, c, b) < distance(C, a, b)) ++nearer;
  }
  return nearer < r;
}

/// Of group shares on either side of the plane between centres i and j: who is nearer to i?
double entropy(const arma::fmat& C, const std::vector<double>& shares, arma::uword i,
               arma::uword j) {
  double p = 0;
  for (arma::uword c = 0; c < C.n_cols; ++c) {
    if (distance(C, c, i) < distance(C, c, j)) p += shares[c];
  }
  return -p * std::log(p) - (1 - p) * std::log(1 - p);
}

}  // namespace

TEST_CASE("dsh: two samples are parted halfway") {
  const arma::fmat X = {{0, 4}, {0, 2}};
  const arma::fmat Y = learn("dsh+sbq", X, 1)->project(X);
  CHECK(std::abs(Y(0, 0)) == doctest::Approx(std::sqrt(5)).epsilon(1e-6));
  CHECK(Y(1, 0) == doctest::Approx(-Y(0, 0)).epsilon(1e-6));
}

TEST_CASE(
    "dsh: planes are halfway between adjacent groups, and no adjacent pair parts more evenly") {
  const arma::fmat X = normal(5, 200, 1);
  constexpr std::size_t dims = 10;
  const auto projector = learn("dsh+sbq", X, dims);
  const arma::fmat C = kmeans_landmarks(X, 15, 3, Rng(1).stream("dsh.groups"));
  const arma::fmat at_centres = projector->project(C);
  std::vector<double> shares(15);
  for (const arma::uword s : nearest_landmarks(X, C)) shares[s] += 1.0 / 200;

  std::vector<double> all, chosen(dims, -1);
  for (arma::uword i = 0; i < 15; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      if (!near(C, i, j, 3) && !near(C, j, i, 3)) continue;
      all.push_back(entropy(C, shares, i, j));
      for (arma::uword k = 0; k < dims; ++k) {
        const double yi = at_centres(i, k), yj = at_centres(j, k);
        if (std::abs(yi + yj) <= 1e-5 && std::abs(std::abs(yi - yj) - distance(C, i, j)) <= 1e-5) {
          chosen[k] = all.back();
        }
      }
    }
  }
  std::sort(all.begin(), all.end(), std::greater<>());
  REQUIRE(all.size() > dims);
  CHECK(all.front() > all.back() + 0.05);
  for (std::size_t k = 0; k < dims; ++k) CHECK(chosen[k] == doctest::Approx(all[k]).epsilon(1e-9));
}

TEST_CASE("dsh: more groups than neighbours have planes for lend theirs to all dimensions") {
  const arma::fmat X = normal(6, 60, 2);
  const auto projector =
      learn("dsh+sbq:groups=1,adjacent=1", X, 12);  // 12 groups, at most 11 pairs
  const arma::mat W = projector->state().at("W");
  for (arma::uword i = 0; i < 12; ++i) {
    CHECK(arma::norm(W.col(i)) == doctest::Approx(1).epsilon(1e-6));
    for (arma::uword j = 0; j < i; ++j) CHECK(std::abs(arma::dot(W.col(i), W.col(j))) < 0.9999);
  }
}

TEST_CASE("dsh: as many dimensions as pairs of samples") {
  const Hasher hasher = make_hasher("dsh+sbq");
  CHECK(hasher.projection().max_dimensions(3, 5) == 10);
  CHECK(hasher.projection().max_dimensions(3, 1) == 0);
  const arma::fmat X = normal(3, 5, 3);
  CHECK(learn("dsh+sbq", X, 10)->project(X).is_finite());
}

TEST_CASE("dsh: planes between groups that coincide are left out; what is missing is 0") {
  arma::fmat X(2, 40, arma::fill::zeros);
  X.head_cols(20) += 3;
  const arma::fmat Y = learn("dsh+sbq:groups=2", X, 8)->project(X);
  CHECK(Y.is_finite());
  CHECK((Y(0, 0) > 0) != (Y(39, 0) > 0));
  CHECK(arma::abs(Y.tail_cols(7)).max() == 0.0f);  // two distinct groups, one plane
}

TEST_CASE("dsh: samples of one cloud differ in far fewer bits than others") {
  const Clouds clouds;
  CHECK(within_over_between(clouds, learn("dsh+sbq", clouds.X, 32)->project(clouds.X)) <= 0.6);
}

}  // namespace hashlab::dsh_test
