#include "hashers/rounding.h"

#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::rounding_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 400, d = 8;

Features random_features() {
  arma::arma_rng::set_seed(7);
  return arma::fmat(d, n, arma::fill::randu);
}

/// Rows of positive numbers that sum to one.
Features histograms() {
  Features X = random_features();
  X.each_row() /= arma::sum(X, 0);
  return X;
}

Model learn(const Features& X, const std::string& hasher, std::size_t bits = d) {
  const arma::fvec mean = arma::mean(X, 1);
  TrainingSet training{X, {}, {}};
  training.S.offsets.resize(n + 1);
  training.X.each_col() -= mean;
  return learn_model(make_hasher(hasher), bits, training, mean, Rng(1), Rng(2));
}

}  // namespace

TEST_CASE("rounding: the last axis of histograms is named, and with it what it holds") {
  const Features X = histograms();
  const auto found = rounding_dimensions(learn(X, "pca+sbq"), X);
  REQUIRE(found.size() == 1);
  CHECK(found.front().dimension == d - 1);
  CHECK(found.front().changed > 0.05);
  CHECK(rounding_text(found, d) == Contains("dimension 8 of 8 holds rounding: the samples have no "
                                            "variance there, and digits of up to "));
}

TEST_CASE("rounding: samples that vary in every direction have none, small as the axes may be") {
  Features X = random_features();
  CHECK(rounding_dimensions(learn(X, "pca+sbq"), X).empty());
  CHECK(rounding_dimensions(learn(X, "lsh+sbq"), X).empty());
  X.row(3) *= 1e-3F;
  CHECK(rounding_dimensions(learn(X, "pca+sbq"), X).empty());
  X.row(3) *= 1e-3F;  // below the limit, but its digits are those of the features
  CHECK(rounding_dimensions(learn(X, "pca+sbq"), X).empty());
}

TEST_CASE("rounding: dimensions that are fixed give every sample the same digit") {
  const Features X = histograms();
  for (const auto& method : {std::pair{"pca+sbq", d}, {"pca+mhq", 2 * d}}) {
    const std::string hasher = method.first;
    CAPTURE(hasher);
    Model model = learn(X, hasher, method.second);
    const auto found = rounding_dimensions(model, X);
    fix_dimensions(model.quantisation, found);
    CHECK(rounding_dimensions(model, X).empty());
    for (const RoundingDimension& each : found) {
      const std::vector<double>& thresholds = model.quantisation.thresholds[each.dimension];
      CHECK(thresholds.front() > 1e30);
      CHECK(std::is_sorted(thresholds.begin(), thresholds.end()));
    }
    const TemporaryFolder folder;
    write_model(folder / "m.h5", model);
    CHECK(read_model(folder / "m.h5").encode(X).words == model.encode(X).words);
  }
}

TEST_CASE("rounding: dimensions are listed by ranges, counted from 1") {
  CHECK(rounding_text({{0, .1}, {4, .2}, {5, .3}, {6, .02}}, 9) ==
        Contains("dimensions 1, 5-7 of 9 hold rounding"));
  CHECK(rounding_text({{0, .1}, {4, .304}}, 9) == Contains("up to 30 % of them"));
}

}  // namespace hashlab::rounding_test
