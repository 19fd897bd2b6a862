#include "lib/label_scores/two_sets.h"

#include "lib/label_scores/label_score.h"
#include "lib/label_scores/names.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::two_sets_test {

using namespace testing;

namespace {

Lists themselves(std::size_t n) {
  Lists own;
  for (std::uint32_t i = 0; i < n; ++i) own.append(std::span(&i, 1));
  return own;
}

/// `classes` classes with four samples each, around centres in the plane.
struct Clouds {
  explicit Clouds(std::size_t classes) {
    Rng rng = Rng(7).stream("clouds");
    X.set_size(2, 4 * classes);
    for (std::size_t c = 0; c < classes; ++c) {
      const double x = 3 * rng.normal(), y = 3 * rng.normal();
      for (std::size_t i = 0; i < 4; ++i) {
        X(0, 4 * c + i) = static_cast<float>(x + rng.normal());
        X(1, 4 * c + i) = static_cast<float>(y + rng.normal());
        labels.single.push_back(static_cast<std::int32_t>(c));
      }
    }
  }
  std::vector<SetScores> scores(const TwoSets& sets) const {
    const auto ranker = ranker_of_values(X, X, Similarity::euclidean);
    return scores_of_two_sets(sets, {*ranker, labels, labels, themselves(X.n_cols)}, Rng(1));
  }
  Features X;
  Labels labels;
};

double mean_difference(const std::vector<SetScores>& all) {
  double sum = 0;
  for (const SetScores& scores : all) sum += scores.difference();
  return sum / static_cast<double>(all.size());
}

}  // namespace

TEST_CASE("two sets: sizes of sets and groups") {
  const Clouds clouds(40);
  for (const SetScores& scores : clouds.scores({.25, 5, 1, 3})) {
    CHECK(scores.first.size() == 2);   // 10 classes
    CHECK(scores.second.size() == 6);  // 30 classes
  }
  for (const SetScores& scores : clouds.scores({.25, 0, 1, 3})) {
    CHECK(scores.first.size() == 1);
    CHECK(scores.second.size() == 1);
  }
}

TEST_CASE("two sets: the difference by hand") {
  const SetScores scores{{.5, .7}, {.9, .8, 1}};
  CHECK(scores.difference() == doctest::Approx(.3));
}

TEST_CASE("two sets: plain recall tells sets of other sizes apart, grouped recall does not") {
  const Clouds clouds(120);
  const auto plain = clouds.scores({.1, 0, 1, 20}), grouped = clouds.scores({.1, 6, 1, 20});
  CHECK(mean_difference(plain) > .2);  // 12 classes are easier than 108
  CHECK(mean_difference(grouped) < .1);
  for (const SetScores& scores : plain) CHECK(scores.first[0] > scores.second[0]);
}

TEST_CASE("two sets: queries that are not items rank the items of their set alone") {
  // Each query is nearest to an item of the next class, and then to one of its own. It finds its
  // own class if the next one is in the other set.
  const Features Q(arma::frowvec{0, 10, 20, 30}), X(arma::frowvec{2, 12, 22, 32, 31, 1, 11, 21});
  Labels of_queries, of_items;
  of_queries.single = {0, 1, 2, 3};
  of_items.single = {0, 1, 2, 3, 0, 1, 2, 3};
  const auto ranker = ranker_of_values(Q, X, Similarity::euclidean);
  const auto sets = scores_of_two_sets({.5, 0, 1, 20}, {*ranker, of_queries, of_items}, Rng(3));
  std::size_t neighbours = 0;
  for (const SetScores& scores : sets) {
    REQUIRE(scores.first.size() == 1);
    CHECK(scores.first[0] == scores.second[0]);  // 1 for {0, 2} and {1, 3}, else 1/2
    CHECK((scores.first[0] == .5 || scores.first[0] == 1));
    neighbours += scores.first[0] == .5 ? 1 : 0;
  }
  CHECK(neighbours > 0);
  CHECK(neighbours < sets.size());
}

TEST_CASE("two sets: too few classes are refused") {
  const Clouds clouds(8);
  CHECK(error_of([&] {
          clouds.scores({.25, 3, 1, 1});
        }) == "two sets of classes: of 8 classes, a set has 2, expected 3 or more");
  CHECK(error_of([&] { clouds.scores({.01, 0, 1, 1}); }) == Contains("a set has 0, expected 1"));
}

TEST_CASE("two sets: the score by labels has its name and its definition") {
  CHECK(parse_label_score("set-difference@1:labels=0,share=0.5").name ==
        "set-difference@1:labels=0,share=0.5");
  CHECK(parse_label_score("set-difference@1:labels=10").name == "set-difference@1");
  CHECK(label_score_definition("set-difference@1:labels=0") == Contains("hit@1 of 0.25"));
  CHECK(label_score_of("set-difference@1") == "set-difference@1");
  CHECK(label_score_of("gap-set-difference@1") == "");
  CHECK(error_of([] { parse_label_score("set-difference@1:share=1"); }) ==
        Contains("option 'share' = '1'"));
}

}  // namespace hashlab::two_sets_test
