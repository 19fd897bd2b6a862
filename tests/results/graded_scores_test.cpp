#include "lib/hamming/dispatch.h"
#include "lib/label_scores/ranker.h"
#include "lib/metrics/metrics.h"
#include "results/scores/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/rankings.h"
#include "tests/support/scored_ranking.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <string>

namespace hashlab::graded_scores_test {

using namespace results;
using namespace testing;

namespace {

constexpr std::size_t n = 60, n_queries = 9, n_classes = 5;

std::unique_ptr<CellScore> configured(const std::string& value) {
  return scores::graded_scores()->with(value);
}

/// Samples of none to five classes.
Labels drawn_labels(Rng rng) {
  Labels labels;
  labels.multi.set_size(n_classes, n);
  for (std::uint8_t& has_class : labels.multi) has_class = static_cast<std::uint8_t>(rng.below(2));
  return labels;
}

unsigned shared(const Labels& labels, std::size_t a, std::size_t b) {
  unsigned count = 0;
  for (std::size_t c = 0; c < n_classes; ++c) count += labels.multi(c, a) & labels.multi(c, b);
  return count;
}

/// The average cumulative gain of a query by its definition: in each group of tied items, the first
/// ranks hold the mean degree of the group. Negative if no item shares a label.
double gain_of(const Labels& labels, const Codes& codes, std::size_t q, std::size_t k) {
  std::map<int, std::pair<double, double>> groups;  // items and degrees, by distance
  bool has_relevant = false;
  for (std::size_t i = n_queries; i < n; ++i) {
    auto& [items, degrees] = groups[std::popcount(codes.words[q] ^ codes.words[i])];
    items += 1;
    degrees += shared(labels, q, i);
    has_relevant = has_relevant || shared(labels, q, i) > 0;
  }
  double left = static_cast<double>(k), sum = 0;
  for (const auto& [distance, group] : groups) {
    const double taken = std::min(left, group.first);
    sum += taken * group.second / group.first;
    left -= taken;
  }
  return has_relevant ? sum / static_cast<double>(k) : -1;
}

}  // namespace

TEST_CASE("graded scores: equal the definition, with ties") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const Labels labels = drawn_labels(Rng(seed));
    const Codes codes = random_codes({6, 1}, n, seed);
    Rows queries, items;
    for (std::uint32_t i = 0; i < n; ++i) (i < n_queries ? queries : items).push_back(i);
    const auto ranker =
        ranker_of_codes(codes_at(codes, queries), codes_at(codes, items), active_kernel());
    const CellRecord record =
        scored_by(*configured("acg@10 graded-ndcg@10 wap"), labels, n_queries, *ranker);
    double sum = 0, counted = 0;
    for (std::size_t q = 0; q < n_queries; ++q) {
      const double gain = gain_of(labels, codes, q, 10);
      if (gain < 0) continue;
      sum += gain;
      counted += 1;
    }
    CHECK(std::abs(record.metrics.at("acg@10") - sum / counted) < 1e-12);
    CHECK(record.metrics.at("graded-ndcg@10") <= 1);
    CHECK(record.metrics.at("wap") > 0);
  }
}

TEST_CASE("graded scores: names are read in every spelling, others are refused with a way") {
  CHECK(configured("acg@010 wap")->text() == "acg@10 wap");
  CHECK(configured("wap")->recorded("acg@5")->name == "acg@5");
  CHECK_FALSE(configured("wap")->recorded("map").has_value());
  CHECK(configured("wap")->why_not_recorded("wap").empty());
  CHECK(configured("wap")->why_not_recorded("acg@5") == Contains("add 'acg@5' to graded-scores"));
  CHECK(error_of([] { configured("map"); }) == Contains("must be a metric of graded relevance"));
  CHECK(error_of([] { configured("wap wap"); }) == Contains("twice"));
}

TEST_CASE("graded scores: labels with one class for each sample do not fit") {
  Labels one_class, several = drawn_labels(Rng(1));
  one_class.single = {0, 1};
  CHECK(configured("wap")->misfit(ScoredData{"d.h5", one_class, false, ""}) ==
        Contains("d.h5: has one class for each sample"));
  CHECK(configured("wap")->misfit(ScoredData{"d.h5", Labels{}, false, ""}) ==
        Contains("has no '/labels'"));
  CHECK(configured("wap")->misfit(ScoredData{"d.h5", several, false, ""}).empty());
}

}  // namespace hashlab::graded_scores_test
