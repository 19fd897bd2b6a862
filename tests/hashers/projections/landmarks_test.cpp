#include "hashers/projections/parts/landmarks.h"
#include "lib/error.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hashlab::landmarks_test {

using namespace hashers;

namespace {

/// Sum of squared distances to the nearest centre.
double inertia(const arma::fmat& X, const arma::fmat& centres) {
  double sum = 0;
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    double least = 1e300;
    for (arma::uword j = 0; j < centres.n_cols; ++j) {
      const arma::vec difference = arma::conv_to<arma::vec>::from(X.col(i) - centres.col(j));
      least = std::min(least, arma::dot(difference, difference));
    }
    sum += least;
  }
  return sum;
}

}  // namespace

TEST_CASE("k-means: inertia falls from round to round until nothing moves") {
  const testing::Clouds clouds;
  double last = inertia(clouds.X, kmeans_landmarks(clouds.X, 10, 0, Rng(3)));
  const double first = last;
  for (std::size_t rounds = 1; rounds <= 30; ++rounds) {
    const double now = inertia(clouds.X, kmeans_landmarks(clouds.X, 10, rounds, Rng(3)));
    CHECK(now <= last * (1 + 1e-6));
    last = now;
  }
  CHECK(last < 0.8 * first);
  const arma::fmat settled = kmeans_landmarks(clouds.X, 10, 1000, Rng(3));
  const arma::uvec nearest = nearest_landmarks(clouds.X, settled);
  for (arma::uword j = 0; j < 10; ++j) {
    const arma::fmat own = clouds.X.cols(arma::find(nearest == j));
    CHECK(arma::approx_equal(settled.col(j), arma::fvec(arma::mean(own, 1)), "absdiff", 1e-5f));
  }
}

TEST_CASE("k-means: ties go to the first centre") {
  CHECK(arma::all(nearest_landmarks(arma::fmat{{0, 1, 3}}, arma::fmat{{-1, 1, 1, 5}}) ==
                  arma::uvec{0, 1, 1}));
}

TEST_CASE("k-means: a centre that no sample is nearest to stays where it was") {
  // Two of three centres begin on the same point, where the first takes all samples.
  arma::fmat X(1, 3);
  X.row(0) = arma::frowvec{2, 2, 8};
  const arma::fmat centres = kmeans_landmarks(X, 3, 10, Rng(1));
  CHECK(arma::approx_equal(centres, X, "absdiff", 0));
}

TEST_CASE("k-means: every round is told, none after samples settled") {
  const testing::Clouds clouds;
  std::vector<std::size_t> told;
  const Observer observer{[&](std::string_view what, std::size_t done, std::size_t total) {
    CHECK(what == "groups");
    CHECK(total == 1000);
    told.push_back(done);
  }};
  kmeans_landmarks(clouds.X, 10, 1000, Rng(3), "groups", observer);
  REQUIRE(told.size() > 2);
  CHECK(told.size() < 200);
  for (std::size_t round = 0; round < told.size(); ++round) CHECK(told[round] == round);
}

TEST_CASE("k-means: a sample that is not finite is refused") {
  arma::fmat X = testing::normal(3, 20, 1);
  X(1, 4) = arma::fdatum::nan;
  CHECK(testing::error_of([&] { kmeans_landmarks(X, 4, 3, Rng(1)); }) ==
        testing::Contains("k-means: a training sample holds a number that is not finite"));
}

}  // namespace hashlab::landmarks_test
