#include "lib/embeddings/rerank.h"
#include "lib/embeddings/neighbour_recall.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/estimates.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab::rerank_test {
namespace {

using namespace testing;

constexpr Similarity every_similarity[] = {Similarity::cosine, Similarity::inner_product,
                                           Similarity::euclidean};

/// Small whole numbers, so that similarities tie, and codes of 6 bits, so that distances do.
struct Items {
  Features features;
  Codes codes;
};

Items items(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Items made{Features(5, n), Codes({6, 1}, n)};
  for (float& x : made.features) x = static_cast<float>(rng.below(3)) - 1;
  for (std::uint64_t& word : made.codes.words) word = rng.below(64);
  return made;
}

Relevance some_relevant(std::size_t n_queries, std::size_t n, bool ignoring, std::uint64_t seed) {
  Rng rng(seed);
  Relevance relevance;
  relevance.n_database = n;
  for (std::uint32_t q = 0; q < n_queries; ++q) {
    std::vector<std::uint32_t> relevant, ignored;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (rng.below(4) == 0) relevant.push_back(i);
      if (rng.below(6) == 0) ignored.push_back(i);
    }
    relevance.lists.append(relevant);
    relevance.list_of_query.push_back(q);
    if (ignoring) relevance.ignored.append(ignored);
  }
  return relevance;
}

bool ignores(const Relevance& relevance, std::size_t q, std::uint32_t i) {
  const auto ignored = relevance.ignored_by(q);
  return std::find(ignored.begin(), ignored.end(), i) != ignored.end();
}

double exact(const Features& Q, std::size_t q, const Features& X, std::size_t i, Similarity by) {
  const auto scale = [](const float* x, std::size_t d) {
    const double length = length_of(x, d);
    return length == 0 ? 0 : 1 / length;
  };
  const float *a = Q.colptr(q), *b = X.colptr(i);
  return similarity_of(a, scale(a, Q.n_rows), b, scale(b, X.n_rows), Q.n_rows, by);
}

/// One query's ranking by definition: items sorted by whether the shortlist has them, similarity or
/// distance; as (all, relevant) of each tie.
std::vector<std::pair<unsigned, unsigned>> ties_by_definition(const Items& Q, std::size_t q,
                                                              const Items& X, std::size_t R,
                                                              Similarity by,
                                                              const Relevance& relevance) {
  std::vector<std::pair<unsigned, std::uint32_t>> near;
  for (std::uint32_t i = 0; i < X.codes.n; ++i) {
    if (!ignores(relevance, q, i)) near.emplace_back(distance(Q.codes, q, X.codes, i), i);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::tuple<bool, double, bool>> keys;  // not in the shortlist, key, relevant
  for (std::size_t rank = 0; rank < near.size(); ++rank) {
    const auto [d, i] = near[rank];
    const bool in = rank < R;
    keys.emplace_back(!in, in ? -exact(Q.features, q, X.features, i, by) : d,
                      is_relevant(relevance, q, i));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::pair<unsigned, unsigned>> ties;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto [out, key, hit] = keys[i];
    if (i == 0 || std::get<0>(keys[i - 1]) != out || std::get<1>(keys[i - 1]) != key)
      ties.emplace_back(0, 0);
    ++ties.back().first;
    ties.back().second += hit ? 1 : 0;
  }
  return ties;
}

std::vector<std::pair<unsigned, unsigned>> ties_of(const RankCounts& counts, std::size_t q) {
  std::vector<std::pair<unsigned, unsigned>> ties;
  for (std::size_t i = 0; i < counts.all_of(q).size(); ++i) {
    ties.emplace_back(counts.all_of(q)[i], counts.relevant_of(q)[i]);
  }
  return ties;
}

RankCounts counts_of(const Items& Q, const Items& X, std::size_t R, Similarity by,
                     const Relevance& relevance) {
  const Kernel& kernel = active_kernel();
  const Neighbours list = shortlist(Q.codes, X.codes, R, relevance.ignored, kernel);
  return reranked_counts(rank_counts(Q.codes, X.codes, relevance, kernel), list,
                         reranked(list, Q.features, X.features, by), relevance);
}

}  // namespace

TEST_CASE("re-ranking: rankings are those of sorting shortlist and rest by definition") {
  const Items Q = items(9, 1), X = items(83, 2);
  for (const Similarity by : every_similarity) {
    for (const bool ignoring : {false, true}) {
      const Relevance relevance = some_relevant(9, 83, ignoring, 3);
      for (const std::size_t R : {1u, 2u, 7u, 30u, 82u, 83u, 1000u}) {
        CAPTURE(R);
        const RankCounts counts = counts_of(Q, X, R, by, relevance);
        for (std::size_t q = 0; q < 9; ++q) {
          CHECK(ties_of(counts, q) == ties_by_definition(Q, q, X, R, by, relevance));
        }
      }
    }
  }
}

TEST_CASE("re-ranking: a shortlist of everything gives the ranking by exact similarity alone") {
  const Items Q = items(20, 4), X = items(70, 5);
  for (const Similarity by : every_similarity) {
    const Neighbours list = shortlist(Q.codes, X.codes, 70, {}, active_kernel());
    CHECK(reranked(list, Q.features, X.features, by) ==
          nearest_items(Q.features, X.features, 70, by));
  }
}

TEST_CASE("re-ranking: a shortlist of one item keeps it") {
  const Items Q = items(20, 6), X = items(70, 7);
  const Neighbours list = shortlist(Q.codes, X.codes, 1, {}, active_kernel());
  CHECK(reranked(list, Q.features, X.features, Similarity::cosine).positions == list.positions);
}

TEST_CASE("re-ranking: at the last distance of a shortlist lower positions are taken") {
  Items X = items(40, 8);
  X.codes.words.assign(40, 0);
  const Neighbours list = shortlist(items(1, 9).codes, X.codes, 3, {}, active_kernel());
  CHECK(list.positions == std::vector<std::uint32_t>{0, 1, 2});
  Lists ignored;
  ignored.append(std::vector<std::uint32_t>{0, 2, 39});
  const Neighbours kept = shortlist(items(1, 9).codes, X.codes, 3, ignored, active_kernel());
  CHECK(kept.positions == std::vector<std::uint32_t>{1, 3, 4});
}

TEST_CASE("re-ranking: what a query ignores is left out, though a shortlist has it") {
  const Items Q = items(6, 10), X = items(50, 11);
  const Relevance relevance = some_relevant(6, 50, true, 12);
  const Neighbours all = shortlist(Q.codes, X.codes, 50, {}, active_kernel());
  const NearestItems order = reranked(all, Q.features, X.features, Similarity::euclidean);
  const RankCounts counts = reranked_counts(
      rank_counts(Q.codes, X.codes, relevance, active_kernel()), all, order, relevance);
  const RankCounts same = counts_of(Q, X, 50, Similarity::euclidean, relevance);
  CHECK(counts.all == same.all);
  CHECK(counts.relevant == same.relevant);
  CHECK(counts.distances == same.distances);
}

TEST_CASE("re-ranking: the order of the database makes no difference if no distance is cut") {
  const Items Q = items(8, 13), X = items(60, 14);
  std::vector<std::uint32_t> order(60);
  std::iota(order.begin(), order.end(), 0u);
  Rng rng(15);
  for (std::uint32_t i = 59; i > 0; --i) std::swap(order[i], order[rng.below(i + 1)]);
  Items Y = X;
  const Relevance of_X = some_relevant(8, 60, true, 16);
  Relevance of_Y;
  of_Y.n_database = 60;
  for (std::uint32_t i = 0; i < 60; ++i) {
    Y.features.col(i) = X.features.col(order[i]);
    Y.codes.words[i] = X.codes.words[order[i]];
  }
  for (std::uint32_t q = 0; q < 8; ++q) {
    std::vector<std::uint32_t> relevant, ignored;
    for (std::uint32_t i = 0; i < 60; ++i) {
      if (is_relevant(of_X, q, order[i])) relevant.push_back(i);
      if (ignores(of_X, q, order[i])) ignored.push_back(i);
    }
    of_Y.lists.append(relevant);
    of_Y.list_of_query.push_back(q);
    of_Y.ignored.append(ignored);
  }
  for (std::uint32_t q = 0; q < 8; ++q) {
    // As many items as lie within distance 2 of this query.
    std::size_t R = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      R += !ignores(of_X, q, i) && distance(Q.codes, q, X.codes, i) <= 2 ? 1 : 0;
    }
    CHECK(ties_of(counts_of(Q, X, R, Similarity::cosine, of_X), q) ==
          ties_of(counts_of(Q, Y, R, Similarity::cosine, of_Y), q));
  }
}

TEST_CASE("re-ranking: threads make no difference") {
  const Items Q = items(300, 17), X = items(90, 18);
  const Neighbours list = shortlist(Q.codes, X.codes, 11, {}, active_kernel());
  CHECK(reranked(list, Q.features, X.features, Similarity::cosine, 3) ==
        reranked(list, Q.features, X.features, Similarity::cosine));
}

TEST_CASE("re-ranking: what does not fit is an error") {
  Items Q = items(2, 19), X = items(10, 20);
  const Neighbours list = shortlist(Q.codes, X.codes, 10, {}, active_kernel());
  const auto by = Similarity::inner_product;
  const NearestItems order = reranked(list, Q.features, X.features, by);
  const Relevance relevance = some_relevant(2, 10, false, 21);
  const RankCounts counts = rank_counts(Q.codes, X.codes, relevance, active_kernel());
  CHECK(error_of([&] { shortlist(Q.codes, X.codes, 0, {}, active_kernel()); }) ==
        "re-ranking: a shortlist of R = 0 items is asked for, expected 1 or more");
  Lists one;
  one.append({});
  CHECK(error_of([&] { shortlist(Q.codes, X.codes, 1, one, active_kernel()); }) ==
        "re-ranking: 2 queries have 1 lists of what they ignore");
  CHECK(error_of([&] { reranked(list, X.features, X.features, by); }) ==
        "re-ranking: there are features for 10 queries, there are shortlists for 2");
  CHECK(error_of([&] { reranked(list, Features(4, 2), X.features, by); }) ==
        "re-ranking: queries have 4 features, items have 5");
  CHECK(error_of([&] { reranked(list, Q.features, Q.features, by); }) ==
        Contains("is in a shortlist, there are 2"));
  CHECK(error_of([&] { reranked_counts(counts, list, order, some_relevant(3, 10, false, 1)); }) ==
        "re-ranking: relevance is for 3 queries, there are shortlists for 2");
  CHECK(error_of([&] { reranked_counts(counts, list, NearestItems(), relevance); }) ==
        "re-ranking: the order has other numbers of items than the shortlists");
  RankCounts fewer = counts;
  fewer.all.assign(fewer.all.size(), 0);
  CHECK(error_of([&] { reranked_counts(fewer, list, order, relevance); }) ==
        Contains("re-ranking: the ranking by codes lacks item"));
  const RankCounts real = reranked_counts(counts, list, order, relevance);
  CHECK(error_of([&] { reranked_counts(real, list, order, relevance); }) ==
        "re-ranking: the ranking by codes is by real-valued distances");
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Items hole = X;
    hole.features(1, 7) = value;
    for (const Similarity each : every_similarity) {
      CHECK(error_of([&] { reranked(list, Q.features, hole.features, each); }) ==
            "re-ranking: item 7 has values that are not finite");
      CHECK(error_of([&] { reranked(list, hole.features.cols(6, 7), X.features, each); }) ==
            "re-ranking: queries have values that are not finite");
    }
  }
}

TEST_CASE("re-ranking: estimates that are code distances give what codes give") {
  const Items X = items(150, 31), Q = items(9, 32);
  // A bit that differs adds 1 to the estimate.
  Asked asked;
  asked.widths.assign(6, 1);
  for (std::size_t q = 0; q < 9; ++q) {
    AskedTerm term;
    for (std::size_t j = 0; j < 6; ++j) {
      const double if_zero = Q.codes.bit(q, j) ? 1 : 0;
      term.table.insert(term.table.end(), {if_zero, 1 - if_zero});
    }
    asked.queries.push_back({0, {std::move(term)}});
  }
  const Estimates estimates(asked, X.codes, {{}, {{}}, {}});
  for (const bool ignoring : {false, true}) {
    const Relevance relevance = some_relevant(9, 150, ignoring, 33);
    const RankCounts by_codes = rank_counts(Q.codes, X.codes, relevance, active_kernel());
    for (const std::size_t R : {1u, 20u, 400u}) {
      const Neighbours a = shortlist(Q.codes, X.codes, R, relevance.ignored, active_kernel());
      const NearestItems b = nearest_by_estimates(estimates, R, relevance.ignored);
      CHECK(a.positions == b.positions);
      for (const Similarity by : every_similarity) {
        const NearestItems order = reranked(a, Q.features, X.features, by);
        CHECK(order == reranked(b, Q.features, X.features, by));
        const RankCounts counts = reranked_counts(by_codes, a, order, relevance),
                         estimated = reranked_counts(estimates, order, relevance);
        for (const char* name : {"map", "hit@1", "hit@3", "precision@10", "map@20", "ndcg@5"}) {
          const Metric m = metric(name);
          if (m.by_code_distance) continue;
          CAPTURE(m.name);
          CHECK(m.value(estimated) == doctest::Approx(m.value(counts)).epsilon(1e-12));
        }
      }
    }
  }
  NearestItems far = nearest_by_estimates(estimates, 2);
  far.positions[0] = 150;
  CHECK(error_of([&] { reranked_counts(estimates, far, some_relevant(9, 150, false, 1)); }) ==
        "re-ranking: item 150 is in a shortlist, there are 150");
  CHECK(error_of([&] { reranked_counts(estimates, {}, some_relevant(9, 150, false, 1)); }) ==
        "re-ranking: the order is for 0 queries, there are shortlists for 9");
}

TEST_CASE("similarity: four at once are as one by one") {
  Rng rng(22);
  Features X(37, 5);
  for (float& x : X) x = static_cast<float>(rng.normal());
  const std::array<const float*, 4> y = {X.colptr(1), X.colptr(2), X.colptr(3), X.colptr(4)};
  const auto lengths = lengths_of(y, 37);
  for (const Similarity by : every_similarity) {
    const auto four = similarities_of(X.colptr(0), .3, y, {1, .5, .25, .7}, 37, by);
    const std::array<double, 4> scales = {1, .5, .25, .7};
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(lengths[i] == length_of(y[i], 37));
      CHECK(four[i] == similarity_of(X.colptr(0), .3, y[i], scales[i], 37, by));
    }
  }
}

}  // namespace hashlab::rerank_test
