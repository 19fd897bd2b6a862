#include "lib/recognition/votes.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hashlab::votes_test {
namespace {

/// Columns of length 1 at these angles.
Features at_angles(const std::vector<double>& degrees) {
  Features X(2, degrees.size());
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const double angle = degrees[i] * 3.14159265358979323846 / 180;
    X(0, i) = static_cast<float>(std::cos(angle));
    X(1, i) = static_cast<float>(std::sin(angle));
  }
  return X;
}

double cosine(double degrees) {
  return std::cos(degrees * 3.14159265358979323846 / 180);
}

}  // namespace

TEST_CASE(
    "recognition votes: resemblance is the mean of the greatest cosines, of all if there are few") {
  const Features X = at_angles({0, 90}), Z = at_angles({10, 40, 80});
  const std::vector<double> two = resemblance(X, Z, 2), nine = resemblance(X, Z, 9);
  CHECK(two[0] == doctest::Approx((cosine(10) + cosine(40)) / 2).epsilon(1e-6));
  CHECK(two[1] == doctest::Approx((cosine(10) + cosine(50)) / 2).epsilon(1e-6));
  CHECK(nine[0] == doctest::Approx((cosine(10) + cosine(40) + cosine(80)) / 3).epsilon(1e-6));
  CHECK(resemblance(X, Features(2, 0), 5) == std::vector<double>{0, 0});
}

TEST_CASE("recognition votes: a query is not compared with itself, wherever it stands") {
  const Features X = at_angles({0, 30});
  const std::vector<double> means = resemblance(X, X, 1, {0, 1});
  CHECK(means[0] == doctest::Approx(cosine(30)).epsilon(1e-6));
  CHECK(means[1] == doctest::Approx(cosine(30)).epsilon(1e-6));
}

TEST_CASE("recognition votes: the label of the greatest sum of the nearest wins") {
  const Features query = at_angles({0}), gallery = at_angles({10, 20, 25, 90});
  const Votes votes = nearest_votes(query, gallery, {7, 5, 5, 5}, {}, 3);
  REQUIRE(votes.of_query[0].size() == 3);
  const Prediction sum = decided(votes, {})[0], max = decided(votes, {}, VoteScore::max)[0];
  CHECK(sum.label == 5);
  CHECK(sum.confidence == doctest::Approx(cosine(20) + cosine(25)).epsilon(1e-6));
  CHECK(max.label == 7);
  CHECK(max.confidence == doctest::Approx(cosine(10)).epsilon(1e-6));
}

TEST_CASE("recognition votes: a gallery of fewer items than votes uses them all") {
  const Votes votes = nearest_votes(at_angles({0}), at_angles({60}), {3}, {}, 3);
  CHECK(votes.of_query[0].size() == 1);
  CHECK(decided(votes, {})[0].label == 3);
}

TEST_CASE("recognition votes: an item that resembles what shows none is chosen less") {
  const Features query = at_angles({0}), gallery = at_angles({10, 20}), Z = at_angles({90, 85});
  const std::vector<double> penalties = resemblance(gallery, Z, 5);
  CHECK(penalties[1] > penalties[0]);
  const Votes plain = nearest_votes(query, gallery, {1, 2}, {}, 2),
              less = nearest_votes(query, gallery, {1, 2}, {0, .25}, 2);
  CHECK(less.of_query[0][0].score == plain.of_query[0][0].score);
  CHECK(less.of_query[0][1].score == doctest::Approx(plain.of_query[0][1].score - .25));
}

TEST_CASE("recognition votes: a query's penalty lowers its confidence alone") {
  const Votes votes = nearest_votes(at_angles({0, 5}), at_angles({10}), {1}, {}, 1);
  const auto before = decided(votes, {}), after = decided(votes, {.5, 0});
  CHECK(after[0].label == before[0].label);
  CHECK(after[0].confidence == before[0].confidence - .5);
  CHECK(after[1].confidence == before[1].confidence);
}

TEST_CASE("recognition votes: equal models score in proportion to their number") {
  const Votes one = nearest_votes(at_angles({0, 50}), at_angles({10, 20, 70}), {1, 2, 2}, {}, 3);
  Votes five;
  for (int model = 0; model < 5; ++model) five.add(one);
  const auto by_one = decided(one, {}), by_five = decided(five, {});
  for (std::size_t q = 0; q < 2; ++q) {
    CHECK(by_five[q].label == by_one[q].label);
    CHECK(by_five[q].confidence == doctest::Approx(5 * by_one[q].confidence));
  }
}

TEST_CASE(
    "recognition votes: equal scores go to the greatest single vote, then to the lower label") {
  Votes votes;
  votes.of_query = {{{4, .5}, {9, .25}, {9, .25}}, {{8, .5}, {3, .5}}, {}};
  const auto predictions = decided(votes, {});
  CHECK(predictions[0].label == 4);
  CHECK(predictions[1].label == 3);
  CHECK_FALSE(predictions[2].label.has_value());
}

TEST_CASE("recognition votes: what does not fit is an error") {
  const Features X = at_angles({0});
  CHECK_THROWS_WITH_AS(nearest_votes(X, Features(2, 0), {}, {}, 3),
                       "recognition: the gallery is empty", Error);
  CHECK_THROWS_WITH_AS(nearest_votes(X, X, {1, 2}, {}, 3),
                       "recognition: a gallery of 1 items has 2 labels", Error);
  Votes votes;
  votes.of_query.resize(2);
  CHECK_THROWS_WITH_AS(decided(votes, {1}), "recognition: 2 queries have 1 penalties", Error);
  Votes other;
  other.of_query.resize(3);
  CHECK_THROWS_WITH_AS(votes.add(other), "recognition: models have votes for 2 and 3 queries",
                       Error);
}

}  // namespace hashlab::votes_test
