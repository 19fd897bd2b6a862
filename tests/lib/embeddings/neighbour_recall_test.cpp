#include "lib/embeddings/neighbour_recall.h"
#include "lib/embeddings/rerank.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hashlab::neighbour_recall_test {
namespace {

using namespace testing;

/// The mean over all orders of the items that sort by distance, one order after the other.
double recall_over_orders(const std::vector<unsigned>& distances,
                          const std::vector<std::uint32_t>& neighbours, std::size_t first) {
  std::vector<std::uint32_t> order(distances.size());
  std::iota(order.begin(), order.end(), 0u);
  double sum = 0, orders = 0;
  do {
    if (!std::is_sorted(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
          return distances[a] < distances[b];
        }))
      continue;
    ++orders;
    for (std::size_t i = 0; i < std::min(first, order.size()); ++i) {
      sum += static_cast<double>(std::count(neighbours.begin(), neighbours.end(), order[i])) /
             static_cast<double>(neighbours.size());
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / orders;
}

}  // namespace

TEST_CASE("recall of nearest neighbours: is the mean over all orders of ties") {
  Rng rng(1);
  const std::size_t n = 7, n_queries = 5;
  Features X(3, n), Q(3, n_queries);
  for (float& x : X) x = static_cast<float>(rng.normal());
  for (float& x : Q) x = static_cast<float>(rng.normal());
  Codes codes({2, 1}, n), queries({2, 1}, n_queries);
  for (std::uint64_t& word : codes.words) word = rng.below(4);
  for (std::uint64_t& word : queries.words) word = rng.below(4);
  for (const std::size_t k : {1u, 3u, 7u}) {
    const NearestItems nearest = nearest_items(Q, X, k, Similarity::euclidean);
    const RankCounts counts =
        rank_counts(queries, codes, exact_neighbours(nearest, n, k), active_kernel());
    const std::vector<std::uint64_t> first = {1, 2, 3, 5, 7, 100};
    const std::vector<double> recall = neighbour_recall(counts, first);
    for (std::size_t f = 0; f < first.size(); ++f) {
      double sum = 0;
      for (std::size_t q = 0; q < n_queries; ++q) {
        std::vector<unsigned> distances;
        for (std::size_t i = 0; i < n; ++i) distances.push_back(distance(queries, q, codes, i));
        const auto positions = nearest.positions_of(q);
        sum += recall_over_orders(distances, {positions.begin(), positions.end()}, first[f]);
      }
      CHECK(recall[f] == doctest::Approx(sum / n_queries).epsilon(1e-12));
    }
  }
}

TEST_CASE("recall of nearest neighbours: 1 of k items after re-ranking everything") {
  Rng rng(2);
  Features X(8, 60), Q(8, 10);
  for (float& x : X) x = static_cast<float>(rng.normal());
  for (float& x : Q) x = static_cast<float>(rng.normal());
  const Codes codes({4, 1}, 60), queries({4, 1}, 10);  // all alike: they know nothing
  const NearestItems nearest = nearest_items(Q, X, 6, Similarity::cosine);
  const Relevance relevance = exact_neighbours(nearest, 60, 6);
  const RankCounts by_codes = rank_counts(queries, codes, relevance, active_kernel());
  const std::vector<double> chance = neighbour_recall(by_codes, {6, 30, 60});
  CHECK(chance[0] == doctest::Approx(.1));
  CHECK(chance[1] == doctest::Approx(.5));
  CHECK(chance[2] == 1);
  const Neighbours list = shortlist(queries, codes, 60, {}, active_kernel());
  const RankCounts counts =
      reranked_counts(by_codes, list, reranked(list, Q, X, Similarity::cosine), relevance);
  const std::vector<double> recall = neighbour_recall(counts, {3, 6, 60});
  CHECK(recall[0] == doctest::Approx(.5));
  CHECK(recall[1] == 1);
  CHECK(recall[2] == 1);
}

TEST_CASE("recall of nearest neighbours: what does not fit is an error") {
  NearestItems nearest;
  nearest.positions = {5};
  nearest.similarities = {1};
  nearest.offsets = {0, 1};
  CHECK(error_of([&] { exact_neighbours(nearest, 5, 1); }) ==
        "nearest neighbours: item 5 is a neighbour, there are 5");
  CHECK(error_of([&] { neighbour_recall(RankCounts(), {0}); }) != "no error");
}

TEST_CASE("recall of nearest neighbours: the first k that a query does not ignore are meant") {
  NearestItems nearest;
  nearest.positions = {4, 2, 0, 3};
  nearest.similarities = {.9, .8, .7, .6};
  nearest.offsets = {0, 4};
  Lists ignored;
  const std::vector<std::uint32_t> own = {2};
  ignored.append(own);
  const auto relevant = [&](std::size_t k, const Lists& lists) {
    const Relevance relevance = exact_neighbours(nearest, 5, k, lists);
    return Rows(relevance.of(0).begin(), relevance.of(0).end());
  };
  CHECK(relevant(2, {}) == Rows{2, 4});
  CHECK(relevant(2, ignored) == Rows{0, 4});
  CHECK(relevant(9, ignored) == Rows{0, 3, 4});
  ignored.append(own);
  CHECK(error_of([&] { relevant(2, ignored); }) ==
        "nearest neighbours: 1 queries have 2 lists of what they ignore");
}

}  // namespace hashlab::neighbour_recall_test
