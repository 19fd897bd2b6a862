// The simulation of scripts/grouped_recall.
#include "tests/support/drawn_classes.h"
#include "lib/label_scores/label_score.h"
#include "lib/relevance/class_labels.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace hashlab::drawn_classes_test {

using namespace testing;

namespace {

Rows every_row(const DrawnClasses& drawn) {
  Rows rows(drawn.labels.size());
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

}  // namespace

TEST_CASE("drawn classes: a seed gives the same rows, four a class, of variance 1 + noise^2") {
  const ClassPopulation population{.noise = .5};
  const DrawnClasses drawn = draw_classes(population, 2000, Rng(3));
  CHECK(arma::approx_equal(drawn.features, draw_classes(population, 2000, Rng(3)).features,
                           "absdiff", 0));
  CHECK_FALSE(arma::approx_equal(drawn.features, draw_classes(population, 2000, Rng(4)).features,
                                 "absdiff", 0));
  CHECK(drawn.features.n_rows == 8);
  CHECK(drawn.features.n_cols == 8000);
  CHECK(drawn.labels[3] == 0);
  CHECK(drawn.labels[4] == 1);
  CHECK(drawn.labels.back() == 1999);
  CHECK(arma::accu(arma::square(drawn.features)) / 64000 == doctest::Approx(1.25).epsilon(.03));
}

TEST_CASE("drawn classes: recall of the nearest is the library's hit@1 by Euclidean distance") {
  const DrawnClasses drawn = draw_classes({.noise = .8}, 30, Rng(1));
  const auto ranker = ranker_of_values(drawn.features, drawn.features, Similarity::euclidean);
  const Labels labels{drawn.labels, {}};
  Lists itself;
  for (const std::uint32_t row : every_row(drawn)) itself.append(std::span(&row, 1));
  const Labelled labelled{*ranker, labels, labels, itself};
  const double plain = nearest_recall(drawn, every_row(drawn));
  CHECK(plain > .3);
  CHECK(plain < .8);
  CHECK(label_score(parse_label_score("hit@1"), labelled, Rng(1)).value ==
        doctest::Approx(plain).epsilon(1e-12));
  const LabelScoreValue grouped =
      label_score(parse_label_score("grouped-recall@1:labels=10,partitions=1"), labelled, Rng(5));
  const std::vector<double> ours = grouped_recalls(drawn, 10, Rng(5).stream("partition", 0));
  REQUIRE(grouped.groups.front().size() == 3);
  for (std::size_t g = 0; g < 3; ++g) {
    CHECK(grouped.groups.front()[g] == doctest::Approx(ours[g]).epsilon(1e-12));
  }
}

TEST_CASE("drawn classes: recall falls with the number of classes, grouped recall does not") {
  const auto means = [](std::size_t classes, std::size_t draws) {
    std::vector<double> plain, grouped;
    for (std::size_t i = 0; i < draws; ++i) {
      const DrawnClasses drawn = draw_classes({.noise = .8}, classes, Rng(1).stream("draw", i));
      plain.push_back(nearest_recall(drawn, every_row(drawn)));
      grouped.push_back(mean_of_scores(grouped_recalls(drawn, 10, Rng(2).stream("draw", i))));
    }
    return std::pair(mean_of_scores(plain), mean_of_scores(grouped));
  };
  const auto [plain_of_few, grouped_of_few] = means(10, 100);
  const auto [plain_of_many, grouped_of_many] = means(200, 5);
  CHECK(plain_of_few == grouped_of_few);  // one group
  CHECK(plain_of_many < plain_of_few - .3);
  CHECK(std::abs(grouped_of_many - grouped_of_few) < .03);
}

TEST_CASE("drawn classes: bounds of new classes hold what they promise, of ten partitions less") {
  const ClassPopulation population{.noise = .8};
  const double expectation =
      mean_of_scores(grouped_recalls(draw_classes(population, 100000, Rng(1)), 10, Rng(2)));
  const auto share = [&](GroupDraw draw) {
    return bound_coverage(population, draw, 10, 10, expectation, 300, Rng(7)).share;
  };
  const auto fresh = share(GroupDraw::new_classes);
  CHECK(std::abs(fresh[1] - .95) < 4 * std::sqrt(.95 * .05 / 300));
  CHECK(fresh[0] < fresh[1]);
  CHECK(fresh[2] == 1);
  CHECK(fresh[3] == 1);
  CHECK(fresh == share(GroupDraw::new_classes));
  CHECK(share(GroupDraw::ten_partitions)[1] < .8);
  CHECK(share(GroupDraw::half_of_a_set)[1] > .95);
}

}  // namespace hashlab::drawn_classes_test
