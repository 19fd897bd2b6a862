#include "lib/metrics/label_groups.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/relevance/epsilon_ball.h"
#include "tests/support/rankings.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace hashlab::label_groups_test {
namespace {

double mean_of(const std::vector<double>& scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

struct Line {
  Features X;
  Labels labels;

  Line(const std::vector<float>& x, const std::vector<std::int32_t>& of) : X(arma::frowvec(x)) {
    labels.single = of;
  }
  double grouped(const LabelGroups& groups, std::size_t k = 1) const {
    const Metric hit = metric(fmt::format("hit@{}:without-relevant=zero", k));
    return mean_of(
        scores_of_groups(groups, labels, [&](const Rows& rows, const Relevance& relevance) {
          return hit.value(real_rank_counts(X, rows, rows, relevance, Similarity::euclidean));
        }));
  }
  /// By definition: the share of the rows of which one of the k nearest others has the label. No
  /// two distances are equal.
  double recall(std::size_t k) const {
    double hits = 0;
    for (std::uint32_t i = 0; i < X.n_cols; ++i) {
      std::vector<std::pair<double, std::uint32_t>> others;
      for (std::uint32_t j = 0; j < X.n_cols; ++j) {
        if (j != i) others.emplace_back(squared_distance(X, i, j), j);
      }
      std::sort(others.begin(), others.end());
      others.resize(std::min(k, others.size()));
      hits += std::any_of(others.begin(), others.end(), [&](const auto& other) {
        return labels.single[other.second] == labels.single[i];
      });
    }
    return hits / static_cast<double>(X.n_cols);
  }
};

/// Clouds in space around centres that are drawn from one distribution, however many there are.
Line clouds(std::int32_t count, std::size_t rows_each, Rng rng) {
  Line all({}, {});
  std::vector<std::int32_t>& of = all.labels.single;
  all.X.set_size(3, static_cast<std::size_t>(count) * rows_each);
  for (std::int32_t c = 0; c < count; ++c) {
    arma::fvec centre(3);
    for (float& x : centre) x = static_cast<float>(rng.normal());
    for (std::size_t i = 0; i < rows_each; ++i) {
      for (arma::uword k = 0; k < 3; ++k) {
        all.X(k, of.size()) = centre(k) + .4F * static_cast<float>(rng.normal());
      }
      of.push_back(5 * c);
    }
  }
  return all;
}

std::vector<std::int32_t> distinct(const std::vector<std::int32_t>& labels) {
  const std::set<std::int32_t> set(labels.begin(), labels.end());
  return {set.begin(), set.end()};
}

const Line eight({0, 1, 1.4F, 2.4F, 10, 10.5F, 10.6F, 12}, {0, 0, 1, 1, 2, 2, 3, 3});

}  // namespace

TEST_CASE("groups of labels: which labels share a group decides between .5 and 1") {
  const auto& labels = eight.labels.single;
  CHECK(eight.grouped(label_groups(labels, {0, 1, 2, 3}, 4)) == .5);  // plain recall
  CHECK(eight.grouped(label_groups(labels, {0, 1, 2, 3}, 2)) == .5);
  CHECK(eight.grouped(label_groups(labels, {0, 2, 1, 3}, 2)) == 1);
}

TEST_CASE("groups of labels: the example of the authors' program") {
  std::vector<float> x;
  for (int i = 0; i < 9; ++i) x.push_back(static_cast<float>(std::pow(i, 1.01)));
  const Line line(x, {1, 1, 0, 1, 2, 2, 0, 0, 1});
  const LabelGroups groups = label_groups(line.labels.single, {0, 1, 2}, 2, SingleRows::dropped);
  CHECK(groups.groups.size() == 1);
  CHECK(groups.labels_left_out == 1);
  CHECK(line.grouped(groups) == doctest::Approx(4.0 / 7));
}

TEST_CASE("groups of labels: drawn groups are disjoint and have the same number of labels") {
  std::vector<std::int32_t> labels;
  Rng rng(1);
  for (int i = 0; i < 500; ++i) labels.push_back(static_cast<std::int32_t>(rng.below(43)));
  const LabelGroups groups = drawn_label_groups(labels, 5, Rng(2));
  CHECK(groups.groups.size() == 8);
  CHECK(groups.labels_left_out == 3);
  std::set<std::int32_t> seen;
  for (const Rows& rows : groups.groups) {
    std::set<std::int32_t> own;
    for (const std::uint32_t row : rows) own.insert(labels[row]);
    CHECK(own.size() == 5);
    for (const std::int32_t label : own) CHECK(seen.insert(label).second);
  }
  const LabelGroups again = drawn_label_groups(labels, 5, Rng(2)),
                    others = drawn_label_groups(labels, 5, Rng(3));
  CHECK(again.groups == groups.groups);
  CHECK(others.groups != groups.groups);
}

TEST_CASE("groups of labels: more answers never find less") {
  const LabelGroups groups = drawn_label_groups(eight.labels.single, 2, Rng(4));
  double before = 0;
  for (std::size_t k = 1; k <= 4; ++k) {
    const double now = eight.grouped(groups, k);
    CHECK(now >= before);
    before = now;
  }
}

TEST_CASE("groups of labels: one group of all labels gives plain recall") {
  const Line line = clouds(9, 5, Rng(5));
  const LabelGroups all = drawn_label_groups(line.labels.single, 9, Rng(6));
  CHECK(all.groups == std::vector<Rows>{testing::rows_below(45)});
  for (const std::size_t k : {1u, 2u, 5u, 20u, 44u, 100u}) {
    CHECK(line.grouped(all, k) == doctest::Approx(line.recall(k)).epsilon(1e-14));
  }
  CHECK(line.recall(1) < 1);
}

TEST_CASE("groups of labels: each group is scored as a data set of its own, and all weigh alike") {
  Line line = clouds(8, 3, Rng(7));
  line.labels.single[0] = line.labels.single[23];  // groups of different sizes
  const LabelGroups groups = label_groups(line.labels.single, {0, 5, 10, 15, 20, 35}, 3);
  REQUIRE(groups.groups.size() == 2);
  REQUIRE(groups.groups[0].size() == 8);
  REQUIRE(groups.groups[1].size() == 10);
  double sum = 0;
  for (const Rows& rows : groups.groups) {
    Line alone({}, {});
    alone.X.set_size(3, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      alone.X.col(i) = line.X.col(rows[i]);
      alone.labels.single.push_back(line.labels.single[rows[i]]);
    }
    sum += alone.recall(2);
  }
  CHECK(line.grouped(groups, 2) == doctest::Approx(sum / 2).epsilon(1e-14));
}

TEST_CASE(
    "groups of labels: more answers never find less in any group, and all answers everything") {
  const Line line = clouds(30, 4, Rng(9));
  const LabelGroups groups = drawn_label_groups(line.labels.single, 6, Rng(10));
  double before = 0;
  for (std::size_t k = 1; k < 24; ++k) {
    const double now = line.grouped(groups, k);
    CHECK(now >= before);
    before = now;
  }
  CHECK(before == 1);
}

TEST_CASE("groups of labels: the order of the rows changes neither groups nor recall") {
  const Line line = clouds(12, 4, Rng(11));
  Rows order = testing::rows_below(48);
  Rng(12).shuffle(order);
  Line moved = line;
  for (std::size_t i = 0; i < 48; ++i) {
    moved.X.col(i) = line.X.col(order[i]);
    moved.labels.single[i] = line.labels.single[order[i]];
  }
  const LabelGroups groups = drawn_label_groups(line.labels.single, 4, Rng(13)),
                    others = drawn_label_groups(moved.labels.single, 4, Rng(13));
  REQUIRE(groups.groups.size() == others.groups.size());
  for (std::size_t g = 0; g < groups.groups.size(); ++g) {
    Rows back;
    for (const std::uint32_t row : others.groups[g]) back.push_back(order[row]);
    std::sort(back.begin(), back.end());
    CHECK(back == groups.groups[g]);
  }
  for (const std::size_t k : {1u, 2u, 8u}) {
    CHECK(line.grouped(groups, k) == doctest::Approx(moved.grouped(others, k)).epsilon(1e-14));
  }
}

TEST_CASE("groups of labels: a row does not find itself, but finds a copy of itself") {
  // Rows 0 and 1 are equal and of different labels: each finds the other first.
  const Line wrong({0, 0, 1, 1.5F}, {0, 1, 0, 1}), right({0, 0, 1, 1.5F}, {0, 0, 1, 1});
  CHECK(wrong.grouped(label_groups(wrong.labels.single, {0, 1}, 2)) == 0);
  CHECK(right.grouped(label_groups(right.labels.single, {0, 1}, 2)) == 1);
}

TEST_CASE("groups of labels: grouped recall does not fall with the number of labels, plain does") {
  // Forty groups of ten labels for each number of labels.
  std::vector<double> grouped, plain;
  for (const std::int32_t count : {20, 80, 400}) {
    double of_groups = 0, of_all = 0;
    const std::int32_t sets = 400 / count;
    for (std::int32_t i = 0; i < sets; ++i) {
      const auto number = static_cast<std::uint64_t>(count * 100 + i);
      const Line line = clouds(count, 4, Rng(14).stream("clouds", number));
      of_groups += line.grouped(drawn_label_groups(line.labels.single, 10, Rng(15)));
      of_all += line.grouped(label_groups(line.labels.single, distinct(line.labels.single),
                                          static_cast<std::size_t>(count)));
    }
    grouped.push_back(of_groups / sets);
    plain.push_back(of_all / sets);
  }
  CHECK(std::abs(grouped[1] - grouped[0]) < .05);
  CHECK(std::abs(grouped[2] - grouped[0]) < .05);
  CHECK(plain[1] < plain[0] - .1);
  CHECK(plain[2] < plain[1] - .1);
}

TEST_CASE("groups of labels: of codes recall is the mean over every order of ties") {
  Labels labels;
  Codes codes({3, 1}, 12);
  Rng rng(16);
  for (std::size_t i = 0; i < codes.n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(i % 4));
    for (std::size_t j = 0; j < 3; ++j) {
      if (rng.below(2) == 0) codes.set_bit(i, j);
    }
  }
  const auto counts_of = [&](const Rows& rows, const Relevance& relevance) {
    Codes part(codes.format, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) part.words[i] = codes.words[rows[i]];
    return rank_counts(part, part, relevance, active_kernel());
  };
  const LabelGroups groups = drawn_label_groups(labels.single, 2, Rng(17));
  REQUIRE(groups.groups.size() == 2);
  for (const std::size_t k : {1u, 2u, 3u, 5u}) {
    const Metric hit = metric(fmt::format("hit@{}:without-relevant=zero", k));
    const std::vector<double> scores =
        scores_of_groups(groups, labels, [&](const Rows& rows, const Relevance& relevance) {
          return hit.value(counts_of(rows, relevance));
        });
    for (std::size_t g = 0; g < 2; ++g) {
      double sum = 0;
      for (const std::uint32_t row : groups.groups[g]) {
        testing::Ranking ranking;
        for (const std::uint32_t other : groups.groups[g]) {
          if (other == row) continue;
          ranking.D.push_back(distance(codes, row, codes, other));
          ranking.relevant.push_back(labels.single[other] == labels.single[row]);
        }
        const auto found = [&](const std::vector<bool>& list) {
          return std::find(list.begin(), list.end(), true) - list.begin() <
                         static_cast<std::ptrdiff_t>(k)
                     ? 1.0
                     : 0.0;
        };
        sum += testing::over_all_orders(ranking, found).mean;
      }
      CHECK(scores[g] == doctest::Approx(sum / 6).epsilon(1e-13));
    }
  }
}

TEST_CASE("groups of labels: a label of one row finds nothing, or takes no part") {
  const Line line({0, 1, 5, 6, 9}, {0, 0, 1, 1, 2});
  const auto& labels = line.labels.single;
  const LabelGroups kept = label_groups(labels, {0, 1, 2}, 3),
                    dropped = label_groups(labels, {0, 1, 2}, 2, SingleRows::dropped);
  CHECK(kept.single_rows == 1);
  CHECK(line.grouped(kept) == .8);
  CHECK(dropped.single_rows == 1);
  CHECK(dropped.labels_left_out == 0);
  CHECK(line.grouped(dropped) == 1);
}

TEST_CASE("groups of labels: what gives no group is an error") {
  CHECK_THROWS_WITH_AS(label_groups({0, 1}, {0, 1}, 0),
                       "groups of labels: a group of 0 labels is asked for, expected 1 or more",
                       Error);
  CHECK_THROWS_WITH_AS(
      label_groups({0, 1}, {0, 1}, 3),
      "groups of labels: 2 labels are fewer than the 3 of one group: take fewer labels a group",
      Error);
  CHECK_THROWS_WITH_AS(label_groups({0, 1, 1}, {0, 1}, 2, SingleRows::dropped),
                       "groups of labels: 1 labels of two rows or more are fewer than the 2 of one "
                       "group: take fewer labels a group",
                       Error);
}

}  // namespace hashlab::label_groups_test
