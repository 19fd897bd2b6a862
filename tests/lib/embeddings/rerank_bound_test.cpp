#include "lib/embeddings/rerank_bound.h"

#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hashlab::rerank_bound_test {
namespace {

using namespace testing;

constexpr std::size_t n = 200, n_queries = 12;

/// Estimates that are any numbers: the code of item i is the number i, and a query's table has its
/// estimate. Exact distances are whole numbers, so that they tie.
struct Problem {
  Asked asked;
  Codes items{{8, 1}, n};
  ItemNumbers numbers{{}, {{}}, {}};
  std::vector<std::vector<double>> exact;

  Estimates estimates() const { return {asked, items, numbers}; }
  ExactDistance distance() const {
    return [this](std::size_t q, std::uint32_t i) { return exact[q][i]; };
  }
};

/// No error exceeds 1.5 times the half width; about a third exceeds the half width.
Problem random_problem(std::uint64_t seed) {
  Problem p;
  Rng rng(seed);
  p.asked.widths = {8};
  for (std::uint32_t i = 0; i < n; ++i) {
    p.items.put(i, 0, 8, i);
    p.numbers.spread.push_back(1 + static_cast<double>(rng.below(8)));
  }
  for (std::size_t q = 0; q < n_queries; ++q) {
    AskedQuery query;
    query.spread = 0.5 + static_cast<double>(q) / 4;
    AskedTerm term;
    term.table.resize(256);
    std::vector<double> exact;
    for (std::size_t i = 0; i < n; ++i) {
      exact.push_back(static_cast<double>(rng.below(100)));
      const double error = (static_cast<double>(rng.below(3001)) - 1500) / 1000;
      term.table[i] = exact[i] + error * query.spread * p.numbers.spread[i];
    }
    query.terms.push_back(std::move(term));
    p.asked.queries.push_back(std::move(query));
    p.exact.push_back(std::move(exact));
  }
  return p;
}

std::vector<std::pair<double, std::uint32_t>> sorted_exact(const Problem& p, std::size_t q) {
  std::vector<std::pair<double, std::uint32_t>> all;
  for (std::uint32_t i = 0; i < n; ++i) all.emplace_back(p.exact[q][i], i);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("re-ranking by a bound: if it holds for all items, the nearest are the true ones") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Problem p = random_problem(seed);
    for (const std::size_t k : {std::size_t{1}, std::size_t{10}, n, 2 * n}) {
      const BoundedNearest nearest = nearest_within_bound(p.estimates(), k, 1.5, p.distance());
      for (std::size_t q = 0; q < n_queries; ++q) {
        const auto truth = sorted_exact(p, q);
        const auto found = nearest.found.positions_of(q);
        const auto similarities = nearest.found.similarities_of(q);
        REQUIRE(found.size() >= std::min(k, n));
        for (std::size_t i = 0; i < std::min(k, n); ++i) {
          CHECK(found[i] == truth[i].second);
          CHECK(similarities[i] == -truth[i].first);
        }
      }
    }
  }
}

TEST_CASE("re-ranking by a bound: exact distances are those of the definition, and no others") {
  const Problem p = random_problem(4);
  const Estimates estimates = p.estimates();
  for (const double eps : {0.0, 0.4, 1.0, 3.0}) {
    for (const std::size_t k : {1u, 7u}) {
      std::vector<std::size_t> calls(n_queries);
      const auto counted = [&](std::size_t q, std::uint32_t i) {
        ++calls[q];
        return p.exact[q][i];
      };
      const BoundedNearest nearest = nearest_within_bound(estimates, k, eps, counted);
      CHECK(nearest.exact() == calls);
      for (std::size_t q = 0; q < n_queries; ++q) {
        // In the order of lower bounds, as long as one may be among the k nearest so far.
        std::vector<std::pair<double, std::uint32_t>> bounds;
        for (std::uint32_t i = 0; i < n; ++i) {
          bounds.emplace_back(
              p.asked.queries[q].terms[0].table[i] - eps * estimates.half_width(q, i), i);
        }
        std::sort(bounds.begin(), bounds.end());
        std::vector<double> distances;
        for (const auto& bound : bounds) {
          std::sort(distances.begin(), distances.end());
          if (distances.size() >= k && bound.first > distances[k - 1]) break;
          distances.push_back(p.exact[q][bound.second]);
        }
        CHECK(calls[q] == distances.size());
      }
    }
  }
}

TEST_CASE("re-ranking by a bound: a wider bound takes more exact distances and loses fewer items") {
  const Problem p = random_problem(5);
  std::size_t exact_before = 0, found_before = 0;
  for (const double eps : {0.0, 0.5, 1.0, 1.5}) {
    const BoundedNearest nearest = nearest_within_bound(p.estimates(), 10, eps, p.distance());
    std::size_t exact = 0, found = 0;
    for (std::size_t q = 0; q < n_queries; ++q) {
      exact += nearest.exact()[q];
      const auto truth = sorted_exact(p, q);
      for (const double similarity : nearest.found.similarities_of(q).first(10)) {
        found += -similarity <= truth[9].first ? 1 : 0;
      }
    }
    CHECK(exact >= exact_before);
    CHECK(found >= found_before);
    exact_before = exact;
    found_before = found;
  }
  CHECK(found_before == 10 * n_queries);
  CHECK(exact_before < n * n_queries);
}

TEST_CASE("re-ranking by a bound: ignored items are neither found nor computed") {
  const Problem p = random_problem(6);
  Lists ignored;
  for (std::size_t q = 0; q < n_queries; ++q) {
    std::vector<std::uint32_t> list;
    for (std::size_t i = 0; i < 30; ++i) list.push_back(sorted_exact(p, q)[i].second);
    std::sort(list.begin(), list.end());
    ignored.append(list);
  }
  const BoundedNearest nearest = nearest_within_bound(p.estimates(), 5, 1.5, p.distance(), ignored);
  for (std::size_t q = 0; q < n_queries; ++q) {
    const auto truth = sorted_exact(p, q);
    CHECK(nearest.found.positions_of(q)[0] == truth[30].second);
    for (const std::uint32_t i : nearest.found.positions_of(q)) {
      CHECK_FALSE(std::binary_search(ignored[q].begin(), ignored[q].end(), i));
    }
  }
}

TEST_CASE("re-ranking by a bound: what it needs is said in one line") {
  const Problem p = random_problem(7);
  const auto refusal = [&](const Estimates& estimates, std::size_t k, double eps,
                           const Lists& ignored = {}) {
    return error_of([&] { nearest_within_bound(estimates, k, eps, p.distance(), ignored); });
  };
  CHECK(refusal(p.estimates(), 0, 1) == "re-ranking by a bound: k is 0, must be >= 1");
  CHECK(refusal(p.estimates(), 1, -1) ==
        "re-ranking by a bound: eps is -1, expected a finite number >= 0");
  CHECK(refusal(p.estimates(), 1, std::numeric_limits<double>::quiet_NaN()) ==
        Contains("expected a finite number"));
  Lists one;
  one.append({});
  CHECK(refusal(p.estimates(), 1, 1, one) == Contains("12 queries have 1 lists"));
  ItemNumbers unbounded = p.numbers;
  unbounded.spread.clear();
  CHECK(refusal(Estimates(p.asked, p.items, unbounded), 1, 1) ==
        Contains("have no error bound; expected codes of rabitq or poured"));
  unbounded.spread = {1};
  CHECK(error_of([&] { Estimates(p.asked, p.items, unbounded); }) ==
        "estimated distances: 1 items have spreads, there are 200");
}

}  // namespace hashlab::rerank_bound_test
