#include "lib/ranking/estimates.h"

#include "lib/error.h"
#include "lib/label_scores/ranker.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::estimates_test {
namespace {

using namespace testing;

struct Problem {
  Asked asked;
  Codes items;
  ItemNumbers numbers;
};

/// Random codes of digits of these widths, and queries with `terms` terms of random entries.
Problem random_problem(const std::vector<std::uint8_t>& widths, std::size_t n, std::size_t terms,
                       Rng rng) {
  Problem p;
  const std::size_t bits = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  p.asked.widths = widths;
  p.items = Codes({bits, 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if (rng.below(2) == 1) p.items.set_bit(i, j);
    }
  }
  std::size_t entries = 0;
  for (const std::uint8_t width : widths) entries += std::size_t{1} << width;
  for (std::size_t q = 0; q < 3; ++q) {
    AskedQuery query{rng.uniform(), {}};
    for (std::size_t t = 0; t < terms; ++t) {
      AskedTerm term{rng.uniform(), rng.uniform(), {}};
      for (std::size_t e = 0; e < entries; ++e) term.table.push_back(rng.uniform() - 0.5);
      query.terms.push_back(std::move(term));
    }
    p.asked.queries.push_back(std::move(query));
  }
  for (std::size_t i = 0; i < n; ++i) p.numbers.base.push_back(rng.uniform());
  p.numbers.factors.resize(terms);
  for (auto& factors : p.numbers.factors) {
    for (std::size_t i = 0; i < n; ++i) factors.push_back(rng.uniform() - 0.5);
  }
  return p;
}

}  // namespace

TEST_CASE("estimates: they equal the definition to the bit, for digits of any widths") {
  const std::vector<std::vector<std::uint8_t>> formats = {
      {1}, {8}, std::vector<std::uint8_t>(130, 1), {3, 3, 3, 3, 3}, {1, 8, 2, 5, 7, 4, 4, 6, 1}};
  for (std::size_t f = 0; f < formats.size(); ++f) {
    for (const std::size_t n : {1u, 3u, 4u, 41u}) {
      for (const std::size_t terms : {1u, 2u}) {
        const Problem p = random_problem(formats[f], n, terms, Rng(f * 100 + n));
        const Estimates estimates(p.asked, p.items, p.numbers);
        std::vector<double> found(n);
        for (std::size_t q = 0; q < estimates.n_queries(); ++q) {
          estimates.of_query(q, found);
          for (std::size_t i = 0; i < n; ++i) {
            CHECK(found[i] == estimate(p.asked, q, p.items, i, p.numbers));
          }
        }
      }
    }
  }
}

TEST_CASE("estimates: a term without digits is its start, and items without numbers have none") {
  Codes items({2, 1}, 2);
  items.set_bit(1, 0);
  const Asked asked{{1, 1}, {{10, {{2, 3, {1, 2, 4, 8}}, {5, 7, {}}}}}};
  std::vector<double> found(2);
  Estimates(asked, items, {{}, {{}, {}}}).of_query(0, found);
  CHECK(found == std::vector<double>{10 + (2 + 3 * 5) + 5, 10 + (2 + 3 * 6) + 5});
  Estimates(asked, items, {{100, 200}, {{1, -1}, {2, 0}}}).of_query(0, found);
  CHECK(found == std::vector<double>{110 + 17 + 10, 210 - 20 + 0});
}

TEST_CASE("estimates: the nearest are ordered by estimate, then by position, without the ignored") {
  Codes items({1, 1}, 5);
  for (const std::size_t i : {1u, 3u}) items.set_bit(i, 0);
  const Estimates estimates({{1}, {{0, {{0, 1, {4, -1}}}}}}, items, {.factors = {{}}});
  const NearestItems three = nearest_by_estimates(estimates, 3);
  CHECK(three.positions == std::vector<std::uint32_t>{1, 3, 0});
  CHECK(three.similarities == std::vector<double>{1, 1, -4});
  Lists ignored;
  ignored.append(std::vector<std::uint32_t>{1, 2});
  CHECK(nearest_by_estimates(estimates, 9, ignored).positions ==
        std::vector<std::uint32_t>{3, 0, 4});
  CHECK(error_of([&] { nearest_by_estimates(estimates, 0); }) == Contains("k is 0"));
}

TEST_CASE("estimates: their rank counts are those of sorted estimates, which may be negative") {
  Problem p = random_problem({2, 2, 1}, 60, 1, Rng(5));
  for (AskedQuery& query : p.asked.queries) query.constant -= 1;
  Relevance relevance;
  relevance.n_database = 60;
  relevance.lists.append(std::vector<std::uint32_t>{0, 7, 8, 59});
  relevance.list_of_query = {0, 0, 0};
  const auto ranker = ranker_of_estimates(Estimates(p.asked, p.items, p.numbers));
  const RankCounts counts = ranker->all_counts(relevance);
  REQUIRE(counts.real_valued());
  for (std::size_t q = 0; q < 3; ++q) {
    std::vector<std::pair<double, bool>> sorted;
    for (std::uint32_t i = 0; i < 60; ++i) {
      sorted.emplace_back(estimate(p.asked, q, p.items, i, p.numbers),
                          is_relevant(relevance, q, i));
    }
    std::sort(sorted.begin(), sorted.end());
    const auto all = counts.all_of(q), relevant = counts.relevant_of(q);
    std::size_t seen = 0;
    for (std::size_t g = 0; g < all.size(); ++g) {
      const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(seen);
      seen += all[g];
      CHECK(std::count_if(begin, sorted.begin() + static_cast<std::ptrdiff_t>(seen),
                          [](const auto& item) { return item.second; }) == relevant[g]);
    }
    CHECK(seen == 60);
  }
  const auto& pooled = std::get<RealDistances>(counts.distances);
  CHECK(pooled.pooled_radius.front() < 0);
  CHECK(std::accumulate(pooled.pooled_all.begin(), pooled.pooled_all.end(), 0u) == 180);
}

TEST_CASE("estimates: a subset of queries and items is counted as they are alone") {
  const Problem p = random_problem({3, 1}, 30, 1, Rng(6));
  Relevance relevance;
  relevance.n_database = 2;
  relevance.lists.append(std::vector<std::uint32_t>{1});
  relevance.list_of_query = {0};
  const auto ranker = ranker_of_estimates(Estimates(p.asked, p.items, p.numbers));
  const RankCounts counts = ranker->counts({2}, {4, 21}, relevance);
  const bool first =
      estimate(p.asked, 2, p.items, 21, p.numbers) < estimate(p.asked, 2, p.items, 4, p.numbers);
  CHECK(counts.relevant_of(0).front() == (first ? 1u : 0u));
  CHECK(counts.all_of(0).size() == 2);
}

TEST_CASE("estimates: tables, codes and numbers that do not fit each other are refused") {
  const Problem p = random_problem({2, 2}, 3, 1, Rng(7));
  const auto refused = [&](auto change) {
    Problem changed = p;
    change(changed);
    return error_of([&] { Estimates(changed.asked, changed.items, changed.numbers); });
  };
  CHECK(refused([](Problem&) {}) == "no error");
  CHECK(refused([](Problem& c) {
          c.asked.widths = {2, 3};
        }) ==
        Contains("digits of 5 bits together, codes have 4: ask by the model that made the codes"));
  CHECK(refused([](Problem& c) { c.asked.widths = {9}; }) == Contains("a digit has 9 bits"));
  CHECK(refused([](Problem& c) { c.asked.queries[1].terms[0].table.pop_back(); }) ==
        Contains("a table has 7 entries, digits have 8 values together"));
  CHECK(refused([](Problem& c) { c.asked.queries[2].terms.clear(); }) ==
        Contains("a query has 0 terms, items have 1 factors"));
  CHECK(refused([](Problem& c) { c.numbers.base.pop_back(); }) == Contains("2 items have numbers"));
  CHECK(refused([](Problem& c) { c.numbers.factors[0].pop_back(); }) ==
        Contains("2 items have factors, there are 3"));
}

TEST_CASE("estimates: items whose numbers are not finite are refused, and found") {
  const Codes items({3, 1}, 4);
  Asked asked;
  asked.widths = {1, 1, 1};
  asked.queries = {{0, {{.table = std::vector<double>(6, 1.0)}}}};
  ItemNumbers numbers{{1, 2, 3, 4}, {{1, 1, 1, 1}}};
  CHECK(first_without_numbers(numbers) == SIZE_MAX);
  CHECK(error_of([&] { Estimates(asked, items, numbers); }) == "no error");
  numbers.factors[0][3] = std::numeric_limits<double>::infinity();
  CHECK(first_without_numbers(numbers) == 3);
  numbers.base[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(first_without_numbers(numbers) == 1);
  CHECK(error_of([&] { Estimates(asked, items, numbers); }) ==
        "estimated distances: the numbers of item 1 are not finite: encode the samples again");
}

}  // namespace hashlab::estimates_test
