#include "lib/embeddings/neighbour_relevance.h"

#include "lib/data/dataset.h"
#include "lib/relevance/ground_truth.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::neighbour_relevance_test {
namespace {

using namespace testing;

constexpr Similarity every_similarity[] = {Similarity::cosine, Similarity::inner_product,
                                           Similarity::euclidean};

/// Small whole numbers, so that many similarities tie.
Features whole_numbers(std::size_t d, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.below(4));
  return X;
}

double similarity(const Features& X, std::uint32_t a, std::uint32_t b, Similarity by) {
  const auto scale = [&](std::uint32_t column) {
    const double length = length_of(X.colptr(column), X.n_rows);
    return length == 0 ? 0 : 1 / length;
  };
  return similarity_of(X.colptr(a), scale(a), X.colptr(b), scale(b), X.n_rows, by);
}

/// From the definition.
std::vector<std::uint32_t> relevant_to(const Features& X, std::uint32_t query, const Rows& database,
                                       std::size_t k, Similarity by,
                                       std::span<const std::uint32_t> ignored) {
  std::vector<double> kept;
  const auto is_ignored = [&](std::uint32_t i) {
    return std::find(ignored.begin(), ignored.end(), i) != ignored.end();
  };
  for (std::uint32_t i = 0; i < database.size(); ++i) {
    if (!is_ignored(i)) kept.push_back(similarity(X, query, database[i], by));
  }
  std::sort(kept.begin(), kept.end(), std::greater<>());
  std::vector<std::uint32_t> relevant;
  for (std::uint32_t i = 0; i < database.size(); ++i) {
    if (!is_ignored(i) && similarity(X, query, database[i], by) >= kept[k - 1]) {
      relevant.push_back(i);
    }
  }
  return relevant;
}

}  // namespace

TEST_CASE("true neighbours: items at least as near as the k-th are relevant, and no others") {
  const Features X = whole_numbers(3, 260, 1);  // 64 different vectors: each occurs about 4 times
  Rows queries, database;
  for (std::uint32_t row = 0; row < 260; ++row) (row < 20 ? queries : database).push_back(row);
  for (const bool ignoring : {false, true}) {
    Lists ignored;
    Rng rng(2);
    for (std::size_t q = 0; ignoring && q < 20; ++q) {
      std::vector<std::uint32_t> list;
      for (std::uint32_t i = 0; i < 240; ++i) {
        if (rng.below(5) == 0) list.push_back(i);
      }
      ignored.append(list);
    }
    for (const Similarity by : every_similarity) {
      for (const std::size_t k : {1u, 10u, 100u}) {
        const Relevance found = neighbour_relevance(X, queries, database, k, by, ignored);
        CHECK(found.n_database == 240);
        bool ties = false;
        for (std::uint32_t q = 0; q < 20; ++q) {
          const auto list = found.of(q);
          CHECK(std::vector<std::uint32_t>(list.begin(), list.end()) ==
                relevant_to(X, q, database, k, by, found.ignored_by(q)));
          ties = ties || list.size() > k;
        }
        CHECK(ties);
      }
    }
  }
}

TEST_CASE("true neighbours: they do not depend on the order of the database or on its pieces") {
  const Features X = whole_numbers(4, 300, 3);
  const TemporaryFolder folder;
  Dataset dataset;
  dataset.features = X.cols(10, 299);
  write_dataset(folder / "d.h5", dataset);
  const auto source = open_features(folder / "d.h5");
  Rows queries = rows_below(10), database;
  for (std::uint32_t row = 10; row < 300; ++row) database.push_back(row);
  Rows backwards(database.rbegin(), database.rend());
  for (const Similarity by : every_similarity) {
    const Relevance whole = neighbour_relevance(X, queries, database, 7, by),
                    turned = neighbour_relevance(X, queries, backwards, 7, by);
    for (const std::size_t piece : {1u, 64u, 1000u}) {
      const Relevance pieces =
          neighbour_relevance(Features(X.head_cols(10)), *source, piece, 7, by);
      CHECK(pieces.lists.items == whole.lists.items);
      CHECK(pieces.lists.offsets == whole.lists.offsets);
    }
    for (std::size_t q = 0; q < 10; ++q) {
      std::vector<std::uint32_t> same;
      for (const std::uint32_t i : turned.of(q)) same.push_back(289 - i);
      std::sort(same.begin(), same.end());
      CHECK(std::vector<std::uint32_t>(whole.of(q).begin(), whole.of(q).end()) == same);
    }
  }
}

TEST_CASE("true neighbours: if all items are equal, all are relevant") {
  const Features X(5, 400, arma::fill::ones);
  Rows database;
  for (std::uint32_t row = 1; row < 400; ++row) database.push_back(row);
  for (const Similarity by : every_similarity) {
    CHECK(neighbour_relevance(X, {0}, database, 10, by).of(0).size() == 399);
  }
}

TEST_CASE("true neighbours: the graph of training samples is symmetric, with no loops") {
  const Features X = small_dataset(80, 6).features;
  for (const std::size_t k : {1u, 5u, 200u}) {
    const NeighbourGraph graph = nearest_neighbours(X, rows_below(80), k, Similarity::euclidean);
    REQUIRE(graph.size() == 80);
    for (std::uint32_t i = 0; i < 80; ++i) {
      CHECK(graph[i].size() >= std::min<std::size_t>(k, 79));
      CHECK(std::is_sorted(graph[i].begin(), graph[i].end()));
      for (const std::uint32_t j : graph[i]) {
        CHECK(i != j);
        CHECK(std::binary_search(graph[j].begin(), graph[j].end(), i));
      }
    }
  }
  CHECK(nearest_neighbours(X, {}, 3, Similarity::euclidean).size() == 0);
  CHECK(nearest_neighbours(X, {4}, 3, Similarity::euclidean)[0].empty());
}

TEST_CASE("true neighbours: too large a k and values that are not finite are refused") {
  Features X = small_dataset(20, 4).features;
  const Rows database = {5, 6, 7};
  CHECK(error_of([&] { neighbour_relevance(X, {0}, database, 4, Similarity::euclidean); }) ==
        "ground truth by neighbours: k = 4, but a query has 3 items: lower k");
  CHECK(error_of([&] { neighbour_relevance(X, {0}, database, 0, Similarity::euclidean); }) ==
        "ground truth by neighbours: k is 0, must be >= 1");
  X(1, 6) = std::numeric_limits<float>::quiet_NaN();
  CHECK(error_of([&] { neighbour_relevance(X, {0}, database, 2, Similarity::euclidean); }) !=
        "no error");
}

TEST_CASE("true neighbours: a ground truth of experiment files names k and the similarity") {
  const GroundTruth plain = parse_ground_truth("neighbours");
  CHECK(plain.recipe() == "neighbours:k=10,by=euclidean");
  const GroundTruth cosine = parse_ground_truth("neighbours:by=cosine,k=100");
  CHECK(cosine.neighbours()->k == 100);
  CHECK(cosine.neighbours()->by == Similarity::cosine);
  CHECK(parse_ground_truth(cosine.recipe()).recipe() == cosine.recipe());
  CHECK_FALSE(cosine.by_ball());
  CHECK_FALSE(cosine.by_class());
  CHECK_FALSE(cosine.by_lists());
  CHECK(error_of([] { parse_ground_truth("neighbours:k=0"); }) != "no error");
  CHECK(error_of([] { parse_ground_truth("neighbours:by=manhattan"); }) != "no error");
  CHECK(error_of([] { parse_ground_truth("neighbors"); }) == Contains("did you mean 'neighbours'"));
}

}  // namespace hashlab::neighbour_relevance_test
