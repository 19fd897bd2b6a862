#include "lib/embeddings/nearest.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace hashlab::nearest_test {
namespace {

using namespace testing;

constexpr Similarity all_similarities[] = {Similarity::cosine, Similarity::inner_product,
                                           Similarity::euclidean};

/// Normal numbers around `offset`, some of them repeated, so that items tie.
Features embeddings(std::size_t d, std::size_t n, std::uint64_t seed, float offset = 0) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal()) + offset;
  for (std::size_t i = 3; i < n; i += 5) X.col(i) = X.col(i / 2);
  return X;
}

/// By definition: all similarities, sorted.
NearestItems sorted_items(const Features& Q, const Features& X, std::size_t k, Similarity by,
                          const Rows& self = {}, std::span<const double> penalties = {}) {
  const auto scale = [](const float* x, std::size_t d) {
    const double length = length_of(x, d);
    return length == 0 ? 0 : 1 / length;
  };
  NearestItems items;
  for (std::size_t q = 0; q < Q.n_cols; ++q) {
    std::vector<std::pair<double, std::uint32_t>> found;
    for (std::uint32_t i = 0; i < X.n_cols; ++i) {
      if (!self.empty() && self[q] == i) continue;
      const float *a = Q.colptr(q), *b = X.colptr(i);
      const double s = similarity_of(a, scale(a, Q.n_rows), b, scale(b, Q.n_rows), Q.n_rows, by);
      found.emplace_back(s - (penalties.empty() ? 0 : penalties[i]), i);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    found.resize(std::min(k, found.size()));
    for (const auto& [similarity, position] : found) {
      items.positions.push_back(position);
      items.similarities.push_back(similarity);
    }
    items.offsets.push_back(items.positions.size());
  }
  return items;
}

}  // namespace

TEST_CASE("nearest embeddings: are those of sorting all similarities, ties by position") {
  for (const Similarity by : all_similarities) {
    CAPTURE(name_of(by));
    for (const std::size_t n : {1u, 5u, 31u, 32u, 700u, 1500u}) {
      for (const std::size_t d : {1u, 3u, 40u}) {
        for (const float offset : {0.F, 50.F}) {
          CAPTURE(n);
          CAPTURE(d);
          const Features Q = embeddings(d, 7, 1, offset), X = embeddings(d, n, 2, offset);
          for (const std::size_t k : {1u, 10u, 2000u}) {
            CHECK(nearest_items(Q, X, k, by) == sorted_items(Q, X, k, by));
          }
        }
      }
    }
  }
}

TEST_CASE("nearest embeddings: pieces, threads and numbers of queries make no difference") {
  const Features Q = embeddings(12, 1200, 3), X = embeddings(12, 1300, 4);
  for (const Similarity by : all_similarities) {
    const NearestItems expected = sorted_items(Q, X, 4, by);
    CHECK(nearest_items(Q, X, 4, by, 3) == expected);
    NearestSearch search(Q, 4, by, {}, 2);
    for (std::size_t first = 0; first < X.n_cols; first += 100) {
      search.add(X.cols(first, first + 99), first);
    }
    CHECK(search.result() == expected);
  }
}

TEST_CASE("nearest embeddings: a piece that is prepared in several panels is searched throughout") {
  const Features Q = embeddings(9000, 2, 13), X = embeddings(9000, 600, 14);
  for (const Similarity by : all_similarities) {
    CHECK(nearest_items(Q, X, 300, by, 2) == sorted_items(Q, X, 300, by));
  }
}

TEST_CASE("nearest embeddings: an item is left out by its position, though others equal it") {
  Features X(3, 9, arma::fill::ones);
  const NearestItems others = nearest_others(X, 3, Similarity::euclidean);
  CHECK(others.positions_of(0)[0] == 1);
  CHECK(others.positions_of(1)[0] == 0);
  CHECK(others.positions_of(8)[2] == 2);
  const Features Y = embeddings(5, 300, 5);
  Rows self(Y.n_cols);
  std::iota(self.begin(), self.end(), 0u);
  for (const Similarity by : all_similarities) {
    CHECK(nearest_others(Y, 6, by) == sorted_items(Y, Y, 6, by, self));
  }
}

TEST_CASE("nearest embeddings: penalties are subtracted before items are chosen") {
  const Features Q = embeddings(6, 20, 6), X = embeddings(6, 900, 7);
  Rng rng(8);
  std::vector<double> penalties(X.n_cols);
  for (double& penalty : penalties) penalty = rng.normal();
  for (const Similarity by : all_similarities) {
    NearestSearch search(Q, 5, by);
    search.add(X.cols(0, 399), 0, std::span(penalties).first(400));
    search.add(X.cols(400, 899), 400, std::span(penalties).subspan(400));
    CHECK(search.result() == sorted_items(Q, X, 5, by, {}, penalties));
  }
}

TEST_CASE("nearest embeddings: lengths of 0 and values that single precision cannot multiply") {
  Features Q = embeddings(4, 6, 9), X = embeddings(4, 800, 10);
  Q.col(2).zeros();
  X.col(17).zeros();
  for (const Similarity by : all_similarities) {
    CHECK(nearest_items(Q, X, 9, by) == sorted_items(Q, X, 9, by));
  }
  for (const float scale : {1e30F, 1e-30F}) {
    const Features A = Q * scale, B = X * scale;
    for (const Similarity by : all_similarities) {
      CHECK(nearest_items(A, B, 9, by) == sorted_items(A, B, 9, by));
    }
  }
}

TEST_CASE("nearest embeddings: thousands of equal items cost no more than comparing them") {
  const Features Q(8, 3, arma::fill::ones), X(8, 40000, arma::fill::ones);
  for (const Similarity by : all_similarities) {
    const NearestItems found = nearest_items(Q, X, 2, by);
    CHECK(found.positions == std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1});
  }
}

TEST_CASE("nearest embeddings: no items and no queries") {
  const Features none(4, 0), some = embeddings(4, 3, 11);
  CHECK(nearest_items(some, none, 5, Similarity::cosine).positions.empty());
  CHECK(nearest_items(some, none, 5, Similarity::cosine).n_queries() == 3);
  CHECK(nearest_items(none, some, 5, Similarity::euclidean).n_queries() == 0);
}

TEST_CASE("nearest embeddings: what does not fit is an error") {
  const Features X = embeddings(4, 3, 12);
  const std::vector<double> penalties(2);
  Features hole = X;
  hole(1, 1) = std::numeric_limits<float>::quiet_NaN();
  CHECK(error_of([&] { nearest_items(X, X, 0, Similarity::cosine); }) ==
        "nearest embeddings: k = 0 items are asked for, expected 1 or more");
  CHECK(error_of([&] { nearest_items(X, embeddings(5, 2, 1), 1, Similarity::cosine); }) ==
        "nearest embeddings: queries have 4 features, items have 5");
  CHECK(error_of([&] { nearest_items(hole, X, 1, Similarity::cosine); }) ==
        "nearest embeddings: queries have values that are not finite");
  CHECK(error_of([&] { nearest_items(X, hole, 1, Similarity::cosine); }) ==
        "nearest embeddings: items have values that are not finite");
  CHECK(error_of([&] { NearestSearch(X, 1, Similarity::cosine, {1}); }) ==
        "nearest embeddings: 3 queries have 1 positions of their own");
  CHECK(error_of([&] { NearestSearch(X, 1, Similarity::cosine).add(X, 0, penalties); }) ==
        "nearest embeddings: 3 items have 2 penalties");
  CHECK(error_of([&] { similarity_named("cosin"); }) ==
        "similarity 'cosin' does not exist, did you mean 'cosine'?; known are cosine, "
        "inner-product, euclidean");
}

}  // namespace hashlab::nearest_test
