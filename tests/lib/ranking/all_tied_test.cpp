#include "lib/ranking/all_tied.h"

#include "lib/metrics/metrics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hashlab::all_tied_test {

namespace {

/// Queries whose items are at several distances.
RankCounts some_counts() {
  RankCounts counts;
  counts.n_queries = 3;
  counts.distances = CodeDistances{4};
  counts.all = {2, 1, 0, 3, 0, 4, 1, 1, 6, 0, 0, 0};
  counts.relevant = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
  return counts;
}

/// The mean of average precision over every ranking of N items of which R are relevant.
double mean_over_rankings(std::size_t N, std::size_t R) {
  std::vector<int> relevant(N, 0);
  std::fill(relevant.end() - static_cast<std::ptrdiff_t>(R), relevant.end(), 1);
  double sum = 0, rankings = 0;
  do {
    double hits = 0, precisions = 0;
    for (std::size_t rank = 0; rank < N; ++rank) {
      if (relevant[rank] == 0) continue;
      hits += 1;
      precisions += hits / static_cast<double>(rank + 1);
    }
    sum += precisions / static_cast<double>(R);
    rankings += 1;
  } while (std::next_permutation(relevant.begin(), relevant.end()));
  return sum / rankings;
}

RankCounts one_query(std::uint32_t N, std::uint32_t R) {
  RankCounts counts;
  counts.n_queries = 1;
  counts.distances = CodeDistances{1};
  counts.all = {N};
  counts.relevant = {R};
  return counts;
}

}  // namespace

TEST_CASE("all tied: every query keeps its items and its relevant ones, at one distance") {
  const RankCounts tied = all_tied(some_counts());
  CHECK(tied.n_queries == 3);
  CHECK(tied.n_distances() == 1);
  CHECK(tied.all == std::vector<std::uint32_t>{6, 6, 6});
  CHECK(tied.relevant == std::vector<std::uint32_t>{2, 1, 0});
}

TEST_CASE("all tied: rankings by real-valued distances are tied, too") {
  RankCounts counts;
  counts.n_queries = 2;
  counts.all = {1, 2, 1, 5};
  counts.relevant = {0, 1, 1, 2};
  counts.distances = RealDistances{.offsets = {0, 3, 4}};
  const RankCounts tied = all_tied(counts);
  CHECK_FALSE(tied.real_valued());
  CHECK(tied.all == std::vector<std::uint32_t>{4, 5});
  CHECK(tied.relevant == std::vector<std::uint32_t>{2, 2});
}

TEST_CASE("all tied: average precision is its mean over all rankings, and the closed form") {
  for (std::uint32_t N = 1; N <= 9; ++N) {
    double H = 0;  // the N-th harmonic number
    for (std::uint32_t i = 1; i <= N; ++i) H += 1.0 / i;
    for (std::uint32_t R = 1; R <= N; ++R) {
      CAPTURE(N);
      CAPTURE(R);
      const double chance = metric("map").value(all_tied(one_query(N, R)));
      CHECK(chance == doctest::Approx(mean_over_rankings(N, R)).epsilon(1e-13));
      const double slope = N == 1 ? 0 : (R - 1.0) / (N - 1.0);
      CHECK(chance == doctest::Approx((H + slope * (N - H)) / N).epsilon(1e-13));
    }
  }
}

TEST_CASE("all tied: precision and AUPRC are the share of relevant items") {
  CHECK(metric("precision@2").value(all_tied(one_query(50, 7))) == doctest::Approx(.14));
  CHECK(metric("precision-top@10").value(all_tied(one_query(50, 7))) == doctest::Approx(.14));
  CHECK(metric("auprc").value(all_tied(one_query(50, 7))) == doctest::Approx(.14));
}

}  // namespace hashlab::all_tied_test
