#include "lib/recognition/global_average_precision.h"
#include "lib/error.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::global_average_precision_test {
namespace {

constexpr auto nothing = std::nullopt;

/// Random predictions: a third right, a few abstentions; a third of the queries show no landmark.
struct Round {
  std::vector<Prediction> predictions;
  std::vector<Truth> truth;

  Round(std::size_t n, std::uint64_t seed) {
    Rng rng(seed);
    for (std::size_t q = 0; q < n; ++q) {
      const auto label = static_cast<std::int64_t>(rng.below(3));
      Prediction prediction{label, rng.normal()};
      if (rng.below(10) == 0) prediction.label = nothing;
      predictions.push_back(prediction);
      truth.push_back(rng.below(3) == 0 ? Truth{}
                                        : Truth{{static_cast<std::int64_t>(rng.below(3))}});
    }
  }
  double gap(const GapRule& rule = {}) const {
    return global_average_precision(predictions, truth, rule);
  }
};

}  // namespace

TEST_CASE("global average precision: two right of four landmarks, at ranks 1 and 4") {
  const std::vector<Prediction> predictions = {{1, .9}, {2, .8}, {3, .7}, {4, .6}, {nothing, .5}};
  CHECK(global_average_precision(predictions, {{{1}}, {}, {{5}}, {{4}}, {{6}}}) == .375);
}

TEST_CASE("global average precision: the example of the Google Landmarks data set's program") {
  const std::vector<Truth> truth = {{{0, 12}}, {{100, 200, 300}}, {{1}}, {}, {}};
  const std::vector<Prediction> predictions = {
      {nothing, 0}, {0, .01}, {1, 10}, {150, 15}, {nothing, 0}};
  CHECK(global_average_precision(predictions, truth) == doctest::Approx(.166667).epsilon(1e-5));
  CHECK(global_average_precision(predictions, truth, {true, {}}) ==
        doctest::Approx(.333333).epsilon(1e-5));
}

TEST_CASE("global average precision: 1 if all is right, 0 without landmarks") {
  CHECK(global_average_precision({{1, .2}, {2, .1}}, {{{1}}, {{2}}}) == 1);
  CHECK(global_average_precision({{1, .2}}, {{}}) == 0);
  CHECK(global_average_precision({}, {}) == 0);
  CHECK(global_average_precision({{nothing, 0}}, {{{1}}}) == 0);
}

TEST_CASE("global average precision: rising maps of confidences change nothing") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Round round(60, seed);
    const double gap = round.gap();
    CHECK(gap > 0);
    for (Prediction& p : round.predictions) p.confidence = std::exp(3 * p.confidence) - 7;
    CHECK(round.gap() == gap);
  }
}

TEST_CASE("global average precision: less confidence in what is wrong never lowers it") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Round round(40, seed);
    for (std::size_t q = 0; q < 40; ++q) {
      const double before = round.gap();
      const auto& label = round.predictions[q].label;
      const auto& labels = round.truth[q].labels;
      if (!label || (!labels.empty() && labels.front() == *label)) continue;
      round.predictions[q].confidence = -100;
      CHECK(round.gap() >= before);
    }
  }
}

TEST_CASE("global average precision: equal confidences are in the order of queries, or reversed") {
  const std::vector<Prediction> predictions = {{1, .5}, {9, .5}};
  const std::vector<Truth> truth = {{{1}}, {{2}}};
  CHECK(global_average_precision(predictions, truth) == .5);
  CHECK(global_average_precision(predictions, truth, {false, ConfidenceTies::reversed}) == .25);
}

TEST_CASE("global average precision: what does not fit is an error") {
  CHECK_THROWS_WITH_AS(
      global_average_precision({{1, .5}}, {}),
      "global average precision: there are 1 predictions and the truth of 0 queries", Error);
  CHECK_THROWS_WITH_AS(
      global_average_precision({{1, std::numeric_limits<double>::quiet_NaN()}}, {{}}),
      "global average precision: the confidence of query 0 is NaN", Error);
}

}  // namespace hashlab::global_average_precision_test
