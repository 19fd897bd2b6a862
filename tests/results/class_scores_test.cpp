#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/rankings.h"
#include "tests/support/scored_ranking.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::class_scores_test {

using namespace results;
using namespace testing;

namespace {

using Distance = std::function<unsigned(std::size_t query, std::size_t item)>;
using Positions = std::vector<float>;

constexpr std::size_t n_classes = 4;  // of drawn labels

std::unique_ptr<CellScore> configured(const std::string& value) {
  return scores::class_scores()->with(value);
}

Labels single(std::vector<std::int32_t> numbers) {
  Labels labels;
  labels.single = std::move(numbers);
  return labels;
}

Labels drawn_labels(std::size_t n, bool is_multi, Rng rng) {
  Labels labels;
  if (is_multi) {
    labels.multi.zeros(n_classes, n);
    for (std::uint8_t& bit : labels.multi) bit = rng.below(3) == 0 ? 1 : 0;
    return labels;
  }
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(rng.below(n_classes)));
  }
  return labels;
}

bool has_class(const Labels& labels, std::size_t sample, std::size_t c) {
  return labels.single.empty() ? labels.multi(c, sample) == 1
                               : labels.single[sample] == static_cast<std::int32_t>(c);
}

// ---- what the family records; the first samples are the queries, the others the items ----

CellRecord by_codes(const std::string& value, const Labels& labels, std::size_t n_queries,
                    const Codes& codes) {
  Rows queries, items;
  for (std::uint32_t i = 0; i < codes.n; ++i) (i < n_queries ? queries : items).push_back(i);
  const auto ranker =
      ranker_of_codes(codes_at(codes, queries), codes_at(codes, items), active_kernel());
  return scored_by(*configured(value), labels, n_queries, *ranker);
}

/// By the distance on a line.
CellRecord by_values(const std::string& value, const Labels& labels, std::size_t n_queries,
                     const Positions& positions) {
  const Features X = arma::conv_to<arma::frowvec>::from(positions);
  const auto ranker = ranker_of_values(X.head_cols(n_queries), X.tail_cols(X.n_cols - n_queries),
                                       Similarity::euclidean);
  return scored_by(*configured(value), labels, n_queries, *ranker);
}

// ---- the same by definition ----

double hits(const std::vector<bool>& list, std::size_t n) {
  return static_cast<double>(
      std::count(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n), true));
}

double average_precision_of(const std::vector<bool>& list) {
  double sum = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i]) sum += hits(list, i + 1) / static_cast<double>(i + 1);
  }
  return sum / hits(list, list.size());
}

double r_precision_of(const std::vector<bool>& list) {
  const double R = hits(list, list.size());
  return hits(list, static_cast<std::size_t>(R)) / R;
}

Rankings rankings_of(const Labels& labels, std::size_t n_queries, std::size_t n,
                     const Distance& distance) {
  Rankings rankings(n_queries);
  for (std::size_t q = 0; q < n_queries; ++q) {
    for (std::size_t i = n_queries; i < n; ++i) {
      bool is_shared = false;
      for (std::size_t c = 0; c < n_classes; ++c) {
        is_shared = is_shared || (has_class(labels, q, c) && has_class(labels, i, c));
      }
      rankings[q].D.push_back(distance(q, i));
      rankings[q].relevant.push_back(is_shared);
    }
  }
  return rankings;
}

/// The means of the classes that have a query with a relevant item.
std::vector<double> class_means_of(const Rankings& rankings, const Labels& labels,
                                   const ListScore& score) {
  std::vector<double> means;
  for (std::size_t c = 0; c < n_classes; ++c) {
    double sum = 0, n = 0;
    for (std::size_t q = 0; q < rankings.size(); ++q) {
      if (!has_class(labels, q, c) || !any_relevant(rankings[q])) continue;
      sum += over_all_orders(rankings[q], score).mean;
      n += 1;
    }
    if (n > 0) means.push_back(sum / n);
  }
  return means;
}

void check_scores(const CellRecord& record, const Rankings& rankings, const Labels& labels) {
  const std::vector<std::pair<std::string, ListScore>> definitions = {
      {"map", average_precision_of}, {"r-precision", r_precision_of}};
  for (const auto& [name, score] : definitions) {
    const std::string metric = name;  // CAPTURE takes no structured binding
    CAPTURE(metric);
    const std::vector<double> means = class_means_of(rankings, labels, score);
    double sum = 0;
    for (const double mean : means) sum += mean;
    REQUIRE_FALSE(means.empty());
    CHECK(std::abs(record.metrics.at(metric + "-by-class") -
                   sum / static_cast<double>(means.size())) < 1e-12);
    CHECK(std::abs(record.metrics.at(metric + "-worst-class") -
                   *std::min_element(means.begin(), means.end())) < 1e-12);
  }
}

}  // namespace

TEST_CASE("class scores: equal the definition over all orders of ties, by codes and by values") {
  constexpr std::size_t n_queries = 6, n = 12;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const Labels labels = drawn_labels(n, seed % 2 == 1, Rng(seed).stream("classes"));
    const Codes codes = random_codes({.bits = 2 + seed % 3}, n, seed);
    check_scores(by_codes("map r-precision", labels, n_queries, codes),
                 rankings_of(labels, n_queries, n,
                             [&](std::size_t q, std::size_t i) {
                               return std::popcount(codes.words[q] ^ codes.words[i]);
                             }),
                 labels);
    Positions x;
    Rng rng = Rng(seed).stream("positions");
    for (std::size_t i = 0; i < n; ++i) x.push_back(static_cast<float>(rng.below(4)));
    check_scores(by_values("map r-precision", labels, n_queries, x),
                 rankings_of(labels, n_queries, n,
                             [&](std::size_t q, std::size_t i) {
                               return static_cast<unsigned>(std::abs(x[q] - x[i]));
                             }),
                 labels);
  }
}

TEST_CASE("class scores: rare classes count as much as frequent ones, and the worst is named") {
  // Each of the three queries of class 0 finds its item first, the one of class 5 its own last.
  const Labels labels = single({0, 0, 0, 5, 0, 5});
  const CellRecord record = by_values("map", labels, 4, {0, 0, 0, 1, 1, 4});
  CHECK(record.metrics.at("map-by-class") == .75);  // not (3 + 1/2) / 4, as of map
  CHECK(record.metrics.at("map-worst-class") == .5);
  CHECK(record.facts.at("worst-class[map]") == 5);
  CHECK(record.seconds.contains("class-scores"));
  CHECK(record.metrics.size() == 2);
  // Of two classes that are equally bad, the first is named.
  const CellRecord tied = by_values("map", single({7, 5, 2, 7, 5, 2}), 3, {0, 0, 0, 0, 1, 1});
  CHECK(std::abs(tied.metrics.at("map-worst-class") - 5. / 12) < 1e-12);
  CHECK(tied.facts.at("worst-class[map]") == 2);
}

TEST_CASE("class scores: a query of several classes counts in each of them") {
  Labels labels;
  labels.multi = {{1, 0, 1, 0}, {1, 1, 0, 1}};  // queries of both and of the second, an item each
  // The first query has two relevant items; the second has one, which comes last.
  const CellRecord record = by_values("map", labels, 2, {0, 0, 1, 2});
  CHECK(record.metrics.at("map-by-class") == (1 + (1 + .5) / 2) / 2);
  CHECK(record.metrics.at("map-worst-class") == .75);
  CHECK(record.facts.at("worst-class[map]") == 1);
}

TEST_CASE("class scores: are 1 for a perfect ranking and about the share of a class for a random") {
  constexpr std::size_t n = 1200, n_queries = 200;
  Labels labels = drawn_labels(n, false, Rng(1).stream("classes"));
  Positions x;
  for (const std::int32_t label : labels.single) x.push_back(static_cast<float>(label));
  const CellRecord perfect = by_values("map r-precision", labels, n_queries, x);
  for (const auto& [name, value] : perfect.metrics) CHECK(value == 1);
  const CellRecord drawn =
      by_codes("map r-precision", labels, n_queries, random_codes({.bits = 32}, n, 2));
  for (const auto& [name, value] : drawn.metrics) CHECK(std::abs(value - .25) < .03);
}

TEST_CASE("class scores: equal the metric if all classes have equally many queries, or one") {
  constexpr std::size_t n = 60, n_queries = 20;
  Labels labels;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(n); ++i) labels.single.push_back(i % 4);
  const Codes codes = random_codes({.bits = 6}, n, 3);
  const auto whole = [&](const Labels& of, const std::string& name) {
    Rows queries, items;
    for (std::uint32_t i = 0; i < n; ++i) (i < n_queries ? queries : items).push_back(i);
    return metric(name).value(rank_counts(codes_at(codes, queries), codes_at(codes, items),
                                          class_relevance(of, queries, items), active_kernel()));
  };
  CellRecord record = by_codes("map ndcg@7", labels, n_queries, codes);
  for (const std::string name : {"map", "ndcg@7"}) {
    CHECK(std::abs(record.metrics.at(name + "-by-class") - whole(labels, name)) < 1e-12);
    CHECK(record.metrics.at(name + "-worst-class") < record.metrics.at(name + "-by-class"));
  }
  std::fill_n(labels.single.begin(), n_queries, 2);
  record = by_codes("map", labels, n_queries, codes);
  CHECK(record.metrics.at("map-by-class") == record.metrics.at("map-worst-class"));
  CHECK(std::abs(record.metrics.at("map-by-class") - whole(labels, "map")) < 1e-12);
}

TEST_CASE("class scores: a class without queries changes nothing") {
  constexpr std::size_t n = 60, n_queries = 20;
  const Codes codes = random_codes({.bits = 6}, n, 4);
  Labels labels = drawn_labels(n, false, Rng(4).stream("classes"));
  std::replace(labels.single.begin(), labels.single.begin() + n_queries, 3, 0);
  const CellRecord before = by_codes("map r-precision", labels, n_queries, codes);
  std::replace(labels.single.begin(), labels.single.end(), 3, 9);  // of items alone
  CHECK(by_codes("map r-precision", labels, n_queries, codes).metrics == before.metrics);
  Labels multi = drawn_labels(n, true, Rng(5).stream("classes"));
  const CellRecord few = by_codes("map r-precision", multi, n_queries, codes);
  multi.multi.insert_rows(n_classes, 2);
  CHECK(by_codes("map r-precision", multi, n_queries, codes).metrics == few.metrics);
}

TEST_CASE("class scores: queries without relevant items are left out, with a class of no others") {
  const Labels labels = single({0, 0, 5, 0, 2});  // no item has class 5
  const Positions x = {0, 3, 0, 1, 2};
  const CellRecord left_out = by_values("map", labels, 3, x);
  CHECK(left_out.metrics.at("map-by-class") == .75);
  CHECK(left_out.facts.at("worst-class[map]") == 0);
  const CellRecord as_zero = by_values("map:without-relevant=zero", labels, 3, x);
  CHECK(as_zero.metrics.at("map:without-relevant=zero-by-class") == .375);
  CHECK(as_zero.metrics.at("map:without-relevant=zero-worst-class") == 0);
  CHECK(as_zero.facts.at("worst-class[map:without-relevant=zero]") == 5);
  const CellRecord none = by_values("map", single({5, 0, 2}), 1, {0, 1, 2});
  CHECK(none.metrics.at("map-by-class") == 0);
  CHECK(none.facts.empty());
}

TEST_CASE("class scores: tables show a dash where no query has a relevant item") {
  CellRecord record;
  record.facts["queries-without-relevant"] = 1;
  CHECK_FALSE(has_value(*recorded_metric("map-by-class"), record));
  CHECK(has_value(*recorded_metric("map:without-relevant=zero-worst-class"), record));
}

TEST_CASE("class scores: names have one spelling, and a definition of what they average") {
  CHECK(configured("convention:hashnet@5000 map")->text() ==
        "map@5000:divisor=retrieved-relevant,without-relevant=zero map");
  CHECK(recorded_metric("map-by-class")->definition ==
        Contains("mean over classes of the mean over the queries of a class"));
  CHECK(recorded_metric("map-worst-class")->definition == Contains("lowest value of the mean"));
  CHECK(recorded_metric("map-worst-by-class")->definition == Contains("relevant items last"));
  CHECK(recorded_metric("map@9:without-relevant=zero,divisor=min-by-class")->name ==
        "map@9:divisor=min,without-relevant=zero-by-class");
  for (const char* other : {"auprc-by-class", "precision-macro@2-by-class", "acg@9-worst-class",
                            "by-class", "-by-class", "mapp-by-class", "map"}) {
    CAPTURE(std::string(other));
    CHECK_FALSE(scores::class_scores()->recorded(other));
  }
}

TEST_CASE("class scores: bad values are refused in one line with a remedy") {
  const auto refused = [](const std::string& value) {
    return error_of([&] { configured(value); });
  };
  CHECK(refused("mapp") ==
        Contains("option 'class-scores': metric 'mapp' does not exist, did you"));
  for (const std::string other :
       {"auprc", "precision-macro@2", "wap", "map@9:nothing-found=skip"}) {
    CHECK(refused("map " + other) ==
          "option 'class-scores' = '" + other +
              "', must be a mean over queries that does not count within a radius, such as map, "
              "r-precision or ndcg@100");
  }
  CHECK(refused("map r-precision map") == "option 'class-scores' names 'map' twice: leave one out");
  const Labels none;
  CHECK(configured("map")->misfit(ScoredData{"d.h5", none, false, ""}) ==
        "d.h5: has no '/labels', which class-scores need: import it again with --labels FILE, or "
        "leave class-scores out");
  Labels empty;
  empty.multi.zeros(2, 3);
  CHECK(error_of([&] {
          configured("map")->check_rows(empty, {0, 1}, {2});
        }) ==
        "class-scores: none of the 2 test queries has a class, expected one or more: leave "
        "class-scores out");
}

}  // namespace hashlab::class_scores_test
