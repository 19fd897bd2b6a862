#include "lib/hamming/dispatch.h"
#include "results/scores/recorded_metric.h"
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
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hashlab::recall_level_scores_test {

using namespace results;
using namespace testing;

namespace {

const std::string levels = "0.1 0.3 0.5 0.75 1";

std::unique_ptr<CellScore> configured(const std::string& value) {
  return scores::recall_level_scores()->with(value);
}

/// Samples of two classes; the first of them are the queries, the others the items.
struct Samples {
  Labels labels;
  std::size_t n_queries = 0;

  std::size_t n() const { return labels.single.size(); }
  Rows rows(bool are_queries) const {
    Rows rows;
    for (std::uint32_t i = 0; i < n(); ++i) {
      if ((i < n_queries) == are_queries) rows.push_back(i);
    }
    return rows;
  }
};

Samples drawn_samples(std::size_t n, std::size_t n_queries, Rng rng) {
  Samples samples{{}, n_queries};
  for (std::size_t i = 0; i < n; ++i) {
    samples.labels.single.push_back(rng.below(3) == 0 ? 1 : 0);
  }
  return samples;
}

CellRecord by_codes(const std::string& value, const Samples& samples, const Codes& codes) {
  const auto ranker = ranker_of_codes(codes_at(codes, samples.rows(true)),
                                      codes_at(codes, samples.rows(false)), active_kernel());
  return scored_by(*configured(value), samples.labels, samples.n_queries, *ranker);
}

/// By the distance on a line.
CellRecord by_values(const std::string& value, const Samples& samples,
                     const std::vector<float>& positions) {
  const Features X = arma::conv_to<arma::frowvec>::from(positions);
  const auto ranker =
      ranker_of_values(X.head_cols(samples.n_queries), X.tail_cols(X.n_cols - samples.n_queries),
                       Similarity::euclidean);
  return scored_by(*configured(value), samples.labels, samples.n_queries, *ranker);
}

/// The definition, by counting the items within each distance that occurs. The ranking has a
/// relevant item.
double precision_of(const Ranking& ranking, double level) {
  double highest = 0;
  for (const unsigned radius : ranking.D) {
    double retrieved = 0, found = 0, relevant = 0;
    for (std::size_t i = 0; i < ranking.D.size(); ++i) {
      relevant += ranking.relevant[i] ? 1 : 0;
      if (ranking.D[i] > radius) continue;
      retrieved += 1;
      found += ranking.relevant[i] ? 1 : 0;
    }
    if (found >= level * relevant - 1e-9) highest = std::max(highest, found / retrieved);
  }
  return highest;
}

void check_scores(const CellRecord& record, const Samples& samples,
                  const std::function<unsigned(std::size_t, std::size_t)>& distance) {
  for (const double level : {.1, .3, .5, .75, 1.}) {
    CAPTURE(level);
    double sum = 0, n = 0;
    for (std::size_t q = 0; q < samples.n_queries; ++q) {
      Ranking ranking;
      for (std::size_t i = samples.n_queries; i < samples.n(); ++i) {
        ranking.D.push_back(distance(q, i));
        ranking.relevant.push_back(samples.labels.single[q] == samples.labels.single[i]);
      }
      if (!any_relevant(ranking)) continue;
      sum += precision_of(ranking, level);
      n += 1;
    }
    const double score = record.metrics.at(fmt::format("precision-at-recall-{}", level));
    CHECK(std::abs(score - (n == 0 ? 0 : sum / n)) < 1e-12);
  }
}

}  // namespace

TEST_CASE("recall levels: equal the definition, by codes and by values with ties") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const std::size_t n = 8 + seed;
    const Samples samples = drawn_samples(n, 5, Rng(seed).stream("classes"));
    const Codes codes = random_codes({.bits = 2 + seed % 9}, n, seed);
    check_scores(by_codes(levels, samples, codes), samples, [&](std::size_t q, std::size_t i) {
      return std::popcount(codes.words[q] ^ codes.words[i]);
    });
    std::vector<float> x;
    Rng rng = Rng(seed).stream("positions");
    for (std::size_t i = 0; i < n; ++i) x.push_back(static_cast<float>(rng.below(2 + seed % 30)));
    check_scores(by_values(levels, samples, x), samples, [&](std::size_t q, std::size_t i) {
      return static_cast<unsigned>(std::abs(x[q] - x[i]));
    });
  }
}

TEST_CASE("recall levels: a later cut with a higher precision counts for all lower levels") {
  // Relevant items at 1, 3 and 3 among others at 1, 2, 2 and 5: the precision is 1/2 at 1, 1/4 at
  // 2, 3/6 at 3 and 3/7 at 5.
  const Samples samples{{{0, 0, 1, 1, 1, 0, 0, 1}, {}}, 1};
  CellRecord record = by_values("0.3 0.34 1", samples, {0, 1, 1, 2, 2, 3, 3, 5});
  CHECK(record.metrics == std::map<std::string, double>{{"precision-at-recall-0.3", .5},
                                                        {"precision-at-recall-0.34", .5},
                                                        {"precision-at-recall-1", .5}});
  CHECK(record.seconds.contains("recall-levels"));
  // Without the item at 1 that is not relevant: 1 at 1, 1/3 at 2, 3/5 at 3.
  record = by_values("0.3 0.34 1", samples, {0, 1, 9, 2, 2, 3, 3, 5});
  CHECK(record.metrics.at("precision-at-recall-0.3") == 1);
  CHECK(record.metrics.at("precision-at-recall-0.34") == .6);
  CHECK(record.metrics.at("precision-at-recall-1") == .6);
}

TEST_CASE("recall levels: a level that equals a recall is reached, in spite of rounding") {
  // Ten relevant items, one at each distance, and one that is not relevant after each of them.
  Samples samples{{{0}, {}}, 1};
  std::vector<float> x = {0};
  for (int i = 0; i < 20; ++i) {
    samples.labels.single.push_back(i % 2);
    x.push_back(static_cast<float>(1 + i));
  }
  const CellRecord record = by_values("0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1", samples, x);
  for (int k = 1; k <= 10; ++k) {
    const double found = k;
    CHECK(record.metrics.at(fmt::format("precision-at-recall-{}", found / 10)) ==
          found / (2 * found - 1));
  }
}

TEST_CASE("recall levels: do not depend on the order of tied items") {
  Samples samples = drawn_samples(40, 1, Rng(7).stream("classes"));
  Codes codes = random_codes({.bits = 3}, 40, 7);
  const auto before = by_codes(levels, samples, codes).metrics;
  std::reverse(samples.labels.single.begin() + 1, samples.labels.single.end());
  std::reverse(codes.words.begin() + 1, codes.words.end());
  CHECK(by_codes(levels, samples, codes).metrics == before);
}

TEST_CASE("recall levels: a perfect ranking scores 1, ties and chance the share of the relevant") {
  constexpr std::size_t n = 6000, n_queries = 30;
  Samples samples = drawn_samples(n, n_queries, Rng(8).stream("classes"));
  std::fill_n(samples.labels.single.begin(), n_queries, 1);
  std::vector<float> x;
  for (const std::int32_t label : samples.labels.single) x.push_back(static_cast<float>(label));
  for (const auto& [name, value] : by_values(levels, samples, x).metrics) CHECK(value == 1);
  const double share = static_cast<double>(std::count(samples.labels.single.begin() + n_queries,
                                                      samples.labels.single.end(), 1)) /
                       static_cast<double>(n - n_queries);
  for (const auto& [name, value] : by_codes(levels, samples, Codes({.bits = 8}, n)).metrics) {
    CHECK(std::abs(value - share) < 1e-12);
  }
  const auto drawn = by_codes(levels, samples, random_codes({.bits = 16}, n, 9)).metrics;
  for (const auto& score : drawn) {
    CAPTURE(score.first);
    CHECK(score.second >= share - 1e-12);  // of the whole ranking, and the highest counts
    CHECK(score.second < share + .05);
  }
}

TEST_CASE("recall levels: queries without relevant items are left out") {
  const Samples samples{{{0, 5, 0, 1}, {}}, 2};
  CHECK(by_values("0.5", samples, {0, 0, 2, 1}).metrics.at("precision-at-recall-0.5") == .5);
  const Samples none{{{5, 0, 1}, {}}, 1};
  CHECK(by_values("0.5", none, {0, 2, 1}).metrics.at("precision-at-recall-0.5") == 0);
  CellRecord record;
  record.facts["queries-without-relevant"] = 1;
  CHECK_FALSE(has_value(*recorded_metric("precision-at-recall-0.5"), record));
}

TEST_CASE("recall levels: are sorted, and have one spelling each") {
  CHECK(configured("0.9 .1 1e0 0.50")->text() == "0.1 0.5 0.9 1");
  CHECK(recorded_metric("precision-at-recall-.50")->name == "precision-at-recall-0.5");
  CHECK(recorded_metric("precision-at-recall-0.5")->definition ==
        Contains("interpolated precision at recall 0.5: the highest precision at any radius"));
  for (const char* other :
       {"precision-at-recall-", "precision-at-recall-0", "precision-at-recall-1.5",
        "precision-at-recall-nan", "precision-at-recall-x", "precision-at-recall"}) {
    CAPTURE(std::string(other));
    CHECK_FALSE(recorded_metric(other));
  }
}

TEST_CASE("recall levels: bad values are refused in one line with a remedy") {
  const auto refused = [](const std::string& value) {
    return error_of([&] { configured(value); });
  };
  for (const std::string bad : {"0", "-0.5", "1.01", "50%", "nan", "inf", "0.1,0.5"}) {
    CHECK(refused("0.5 " + bad) == "option 'recall-levels' = '" + bad +
                                       "', must be numbers above 0 and up to 1, separated by "
                                       "spaces, such as 0.1 0.5 0.9");
  }
  CHECK(refused("0.5 .50") == "option 'recall-levels' has the level 0.5 twice: leave one out");
  std::string many;
  for (int i = 1; i <= 20; ++i) many += fmt::format("{} ", i / 100.);
  CHECK(refused(many) == "no error");
  CHECK(refused(many + "1") ==
        "option 'recall-levels' has 21 levels, must be at most 20: leave some out");
}

}  // namespace hashlab::recall_level_scores_test
