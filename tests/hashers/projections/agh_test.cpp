#include "hashers/projections/graph/anchor_graph.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

namespace hashlab::agh_test {

using namespace hashers;
using hashlab::testing::Clouds;
using hashlab::testing::normal;
using hashlab::testing::within_over_between;

namespace {

arma::fmat samples(std::size_t d, std::size_t n) {
  arma::fmat X = testing::small_dataset(n, d).features;
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  return X;
}

arma::mat dense(const AnchorAffinities& Z, std::size_t m) {
  arma::mat D(Z.weight.n_cols, m, arma::fill::zeros);
  for (arma::uword i = 0; i < D.n_rows; ++i) {
    for (arma::uword j = 0; j < Z.weight.n_rows; ++j) D(i, Z.anchor(j, i)) += Z.weight(j, i);
  }
  return D;
}

std::unique_ptr<const Projector> learn(const std::string& hasher, const arma::fmat& X,
                                       std::size_t dims) {
  return make_hasher(hasher).projection().learn({X, {}}, dims, Rng(1));
}

arma::mat values(const std::string& hasher, const arma::fmat& X, std::size_t dims) {
  return arma::conv_to<arma::mat>::from(learn(hasher, X, dims)->project(X));
}

/// The graph inside a learned projector.
AnchorGraph graph_of(const Projector& projector) {
  const ProjectorState state = projector.state();
  return {arma::conv_to<arma::fmat>::from(state.at("A")),
          static_cast<std::size_t>(state.at("nearest")(0, 0)), state.at("gamma")(0, 0)};
}

/// The smoothest balanced second layer by brute algebra: f = g - b+ e + b- (1 - e), f^T L f least
/// under 1^T f = 0, from the Lagrange conditions with the dense Laplacian L = I - Z Lambda^-1 Z^T.
arma::vec best_thresholds(const arma::mat& Z, const arma::vec& y) {
  const arma::uword n = y.n_elem;
  const arma::rowvec lambda = arma::sum(Z, 0);
  const arma::mat L = arma::eye(n, n) - Z * arma::diagmat(1 / lambda) * Z.t();
  arma::mat B(n, 2, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) B(i, y[i] > 0 ? 0 : 1) = y[i] > 0 ? -1 : 1;
  const arma::vec g = arma::abs(y);
  arma::mat conditions(3, 3, arma::fill::zeros);
  conditions.submat(0, 0, 1, 1) = 2 * B.t() * L * B;
  conditions.submat(0, 2, 1, 2) = arma::sum(B, 0).t();
  conditions.submat(2, 0, 2, 1) = arma::sum(B, 0);
  arma::vec right(3);
  right.head(2) = -2 * B.t() * (L * g);
  right[2] = -arma::accu(g);
  return arma::vec(arma::solve(conditions, right)).head(2);
}

}  // namespace

TEST_CASE("agh: affinities are the Gaussian of the nearest anchors and sum to 1") {
  const arma::fmat X = normal(6, 50, 1), A = normal(6, 20, 2);
  const AnchorGraph graph{A, 4, 0.3};
  const arma::mat Z = dense(*graph.affinities(X), 20);
  for (arma::uword i = 0; i < 50; ++i) {
    arma::rowvec expected(20);
    for (arma::uword j = 0; j < 20; ++j) {
      const double distance = arma::norm(arma::conv_to<arma::vec>::from(X.col(i) - A.col(j)));
      expected[j] = std::exp(-0.3 * distance * distance);
    }
    const arma::uvec order = arma::sort_index(expected, "descend");
    for (arma::uword j = 4; j < 20; ++j) expected[order[j]] = 0;
    CHECK(arma::approx_equal(Z.row(i), expected / arma::accu(expected), "absdiff", 1e-5));
    CHECK(arma::accu(Z.row(i)) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("agh: of equally near anchors the first are taken, and a sample far away has a row") {
  const arma::fmat A = {{1, -1, 1, 5}};
  const AnchorAffinities Z = *AnchorGraph{A, 2, 1}.affinities(arma::fmat{{0, 1, 1e6f}});
  CHECK(arma::approx_equal(dense(Z, 4), arma::mat{{.5, .5, 0, 0}, {.5, 0, .5, 0}, {0, 0, 0, 1}},
                           "absdiff", 1e-12));
}

TEST_CASE("agh: many nearest anchors are found as fast as few, all of them in order") {
  constexpr arma::uword m = 20000;
  arma::fmat A(1, m);
  for (arma::uword j = 0; j < m; ++j) A(0, j) = static_cast<float>(m - j);  // the last is nearest
  const AnchorAffinities Z =
      *AnchorGraph{A, m, 1e-9}.affinities(arma::fmat(1, 20, arma::fill::zeros));
  CHECK(Z.anchor(0, 19) == m - 1);
  CHECK(Z.anchor(m - 1, 19) == 0);
  CHECK(arma::all(Z.anchor.col(3) == arma::regspace<arma::uvec>(m - 1, -1, 0)));
}

TEST_CASE("agh: automatic gamma is the mean distance to the s-th anchor, inverse and squared") {
  const arma::fmat A = {{0, 3, 10}}, X = {{0, 1, 9}};
  // second nearest: 3, 2, 6
  CHECK(nearest_anchor_gamma(A, X, 2) == doctest::Approx(9.0 / 121).epsilon(1e-6));
  CHECK(nearest_anchor_gamma(arma::fmat(2, 3, arma::fill::zeros),
                             arma::fmat(2, 5, arma::fill::zeros), 2) == 1);
}

TEST_CASE(
    "agh: the largest eigenvalue of the anchors' similarity is 1, of square roots of degrees") {
  const arma::fmat X = samples(10, 200);
  const AnchorGraph graph = graph_of(*learn("agh+sbq:anchors=30", X, 4));
  const AnchorAffinities Z = *graph.affinities(X);
  const arma::vec lambda = anchor_degrees(Z, 30);
  const arma::mat M = anchor_similarity(Z, lambda), dense_Z = dense(Z, 30);
  const arma::vec root = arma::sqrt(lambda);
  CHECK(arma::accu(lambda) == doctest::Approx(200));
  CHECK(arma::approx_equal(M * root, root, "absdiff", 1e-12));
  CHECK(arma::eig_sym(M).max() == doctest::Approx(1).epsilon(1e-12));
  CHECK(arma::eig_sym(M).min() >= -1e-12);
  const arma::mat expected = dense_Z.t() * dense_Z / (root * root.t());
  CHECK(arma::approx_equal(M, expected, "absdiff", 1e-12));
}

TEST_CASE("agh: training projections are balanced, of variance 1 and uncorrelated") {
  const arma::fmat X = samples(16, 300);
  const arma::mat Y = values("agh+sbq:anchors=60", X, 20);
  CHECK(arma::abs(arma::sum(Y, 0)).max() <= 1e-4 * 300);
  CHECK(arma::abs(Y.t() * Y / 300 - arma::eye(20, 20)).max() <= 1e-5);
}

TEST_CASE("agh: projections are the smoothest eigenvectors of the samples' graph") {
  const arma::fmat X = samples(8, 150);
  const auto projector = learn("agh+sbq:anchors=25", X, 6);
  const arma::mat Y = arma::conv_to<arma::mat>::from(projector->project(X));
  const arma::mat Z = dense(*graph_of(*projector).affinities(X), 25);
  arma::mat adjacency = Z * arma::diagmat(1 / arma::sum(Z, 0)) * Z.t();
  adjacency = (adjacency + adjacency.t()) / 2;
  const arma::vec sigma = arma::reverse(arma::eig_sym(adjacency));
  for (arma::uword k = 0; k < 6; ++k) {
    CHECK(arma::abs(adjacency * Y.col(k) - sigma[k + 1] * Y.col(k)).max() <= 1e-5);
  }
}

TEST_CASE("agh: second-layer thresholds are the balanced ones that cut the graph least") {
  const arma::fmat X = samples(12, 160);
  const auto projector = learn("agh+sbq:anchors=40,layers=2", X, 10);
  const arma::mat Z = dense(*graph_of(*projector).affinities(X), 40);
  const arma::mat Y = arma::conv_to<arma::mat>::from(projector->project(X));
  for (arma::uword k = 0; k < 10; k += 2) {
    const arma::vec y = Y.col(k), second = Y.col(k + 1), b = best_thresholds(Z, y);
    for (arma::uword i = 0; i < 160; ++i) {
      const double expected = y[i] > 0 ? y[i] - b[0] : b[1] - y[i];
      CHECK(second[i] == doctest::Approx(expected).epsilon(1e-4));
    }
    CHECK(std::abs(arma::accu(second)) <= 1e-3);
  }
}

TEST_CASE(
    "agh: layers share eigenfunctions; an odd number of bits leaves the last with one layer") {
  const arma::fmat X = samples(9, 90);
  const arma::mat one = values("agh+sbq:anchors=20", X, 4);
  const arma::mat two = values("agh+sbq:anchors=20,layers=2", X, 7);
  for (arma::uword k = 0; k < 4; ++k) {
    CHECK(arma::approx_equal(one.col(k), two.col(2 * k), "absdiff", 1e-6));
  }
}

TEST_CASE("agh: the first bit tells two separate clouds apart") {
  arma::fmat X = normal(5, 80, 3);
  X.submat(0, 0, 0, 39) += 6;
  X.submat(0, 40, 0, 79) -= 6;
  const arma::mat Y = values("agh+sbq:anchors=10,nearest=6", X, 1);  // more than a cloud's anchors
  for (arma::uword i = 0; i < 80; ++i) CHECK((Y(i, 0) > 0) == (Y(i < 40 ? 0 : 79, 0) > 0));
  CHECK((Y(0, 0) > 0) != (Y(79, 0) > 0));
}

TEST_CASE("agh: dimensions that the graph has no eigenfunction for are 0") {
  arma::fmat X(3, 30);
  for (arma::uword i = 0; i < 30; ++i) X.col(i).fill(static_cast<float>(i % 2));
  for (const char* hasher : {"agh+sbq:anchors=8", "agh+sbq:anchors=8,layers=2"}) {
    const arma::mat Y = values(hasher, X, 7);
    CHECK(Y.is_finite());
    CHECK(arma::abs(Y.tail_cols(2)).max() == 0);
  }
}

TEST_CASE("agh: there is an eigenfunction fewer than anchors or samples") {
  const Hasher one = make_hasher("agh+sbq:anchors=20");
  const Hasher two = make_hasher("agh+sbq:anchors=20,layers=2");
  CHECK(one.projection().max_dimensions(5, 1000) == 19);
  CHECK(two.projection().max_dimensions(5, 1000) == 38);
  CHECK(one.projection().max_dimensions(5, 8) == 7);
  CHECK(one.projection().max_dimensions(5, 0) == 0);
}

TEST_CASE("agh: features that overflow are refused") {
  CHECK_THROWS_AS(learn("agh+sbq", arma::fmat(samples(5, 30) * 1e30f), 4), Error);
}

TEST_CASE("agh: a state that does not fit is refused") {
  const arma::fmat X = samples(6, 50);
  const Hasher hasher = make_hasher("agh+sbq:anchors=12,layers=2");
  const ProjectorState good = hasher.projection().learn({X, {}}, 5, Rng(1))->state();
  const auto refused = [&](const std::string& name, const arma::mat& value) {
    ProjectorState state = good;
    state[name] = value;
    return testing::error_of([&] { hasher.projection().restore(state, 6, 5); }) != "no error";
  };
  CHECK_NOTHROW(hasher.projection().restore(good, 6, 5));
  CHECK(refused("gamma", arma::mat{0.0}));
  CHECK(refused("gamma", arma::mat{-1.0}));
  CHECK(refused("nearest", arma::mat{13.0}));
  CHECK(refused("nearest", arma::mat{2.5}));
  CHECK(refused("second", arma::mat(2, 1, arma::fill::ones)));
  CHECK(refused("W", arma::mat(12, 2, arma::fill::ones)));
  CHECK(refused("A", arma::mat(5, 12, arma::fill::ones)));
  // sizes that fit each other, but no model learned with these options
  CHECK(refused("nearest", arma::mat{6.0}));
  ProjectorState wide = good;
  wide["A"] = arma::mat(6, 13, arma::fill::ones);
  wide["W"] = arma::mat(13, 3, arma::fill::ones);
  CHECK(testing::error_of([&] { hasher.projection().restore(wide, 6, 5); }) ==
        testing::Contains("has 13 anchors, expected at most 12"));
}

TEST_CASE("agh: samples of one cloud differ in far fewer bits than others") {
  const Clouds clouds;
  const arma::fmat centres = 2 * normal(16, 4, 7);  // not centred: AGH needs no mean
  arma::fmat X = normal(16, 240, 6);
  for (arma::uword i = 0; i < 240; ++i) X.col(i) += centres.col(i % 4);
  // Three functions tell four clouds apart. More of them, or anchors that are few samples' own,
  // have eigenvalues that nearly coincide, and rounding chooses among their signs.
  for (const std::string hasher : {"agh+sbq:anchors=12", "agh+sbq:anchors=12,layers=2"}) {
    CAPTURE(hasher);
    CHECK(within_over_between(clouds, learn(hasher, X, 3)->project(X)) <= 0.2);
  }
}

}  // namespace hashlab::agh_test
