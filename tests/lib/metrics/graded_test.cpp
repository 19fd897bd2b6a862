#include "lib/metrics/graded.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::graded_test {
namespace {

using namespace testing;

constexpr std::size_t n_distances = 4;

/// One query: distance and degree of every item.
struct Query {
  std::vector<unsigned> D, degree;
};
using List = std::vector<unsigned>;  ///< degrees, nearest first

std::vector<Query> random_queries(std::size_t n, std::size_t items, Rng rng) {
  std::vector<Query> queries(n);
  for (Query& query : queries) {
    for (std::size_t i = 0; i < items; ++i) {
      query.D.push_back(static_cast<unsigned>(rng.below(n_distances)));
      query.degree.push_back(static_cast<unsigned>(rng.below(2) * rng.below(4)));
    }
    query.degree.front() = 1;  // so that something is relevant
  }
  return queries;
}

RankCounts counted(const std::vector<Query>& queries) {
  RankCounts counts;
  counts.n_queries = queries.size();
  counts.all.resize(queries.size() * n_distances);
  counts.relevant = counts.all;
  std::vector<std::vector<std::uint32_t>> at_least(2, counts.all);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    for (std::size_t i = 0; i < queries[q].D.size(); ++i) {
      const std::size_t at = q * n_distances + queries[q].D[i];
      const unsigned degree = queries[q].degree[i];
      ++counts.all[at];
      counts.relevant[at] += degree >= 1 ? 1 : 0;
      at_least[0][at] += degree >= 2 ? 1 : 0;
      at_least[1][at] += degree >= 3 ? 1 : 0;
    }
  }
  counts.distances = CodeDistances{n_distances, std::move(at_least)};
  return counts;
}

/// The mean of a score over all orders of ties and then over queries.
double expected(const std::vector<Query>& queries,
                const std::function<double(const List&)>& score) {
  double sum = 0;
  for (const Query& query : queries) {
    std::vector<std::size_t> items(query.D.size());
    std::iota(items.begin(), items.end(), std::size_t{0});
    double total = 0, n = 0;
    do {
      const bool in_order =
          std::is_sorted(items.begin(), items.end(),
                         [&](std::size_t a, std::size_t b) { return query.D[a] < query.D[b]; });
      if (!in_order) continue;
      List list;
      for (const std::size_t item : items) list.push_back(query.degree[item]);
      total += score(list);
      n += 1;
    } while (std::next_permutation(items.begin(), items.end()));
    sum += total / n;
  }
  return sum / static_cast<double>(queries.size());
}

double mean_of_first(const List& list, std::size_t k) {
  k = std::min(k, list.size());
  return std::accumulate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k), 0.0) /
         static_cast<double>(k);
}

double discounted(const List& list, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(k, list.size()); ++i) {
    sum += (std::exp2(list[i]) - 1) / std::log2(static_cast<double>(i) + 2);
  }
  return sum;
}

double ndcg(const List& list, std::size_t k) {
  List best = list;
  std::sort(best.rbegin(), best.rend());
  return discounted(list, k) / discounted(best, k);
}

double wap(const List& list, std::size_t k) {
  double sum = 0, found = 0;
  for (std::size_t i = 0; i < std::min(k, list.size()); ++i) {
    if (list[i] == 0) continue;
    sum += mean_of_first(list, i + 1);
    found += 1;
  }
  return found == 0 ? 0 : sum / found;
}

}  // namespace

TEST_CASE("graded metrics: equal the mean over all orders of ties, one by one, to 1e-12") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const std::vector<Query> queries = random_queries(3, 1 + seed % 7, Rng(seed).stream("graded"));
    const RankCounts counts = counted(queries);
    const auto value = [&](const std::string& name) { return metric(name).value(counts); };
    for (const std::size_t k : {1u, 2u, 3u, 5u, 9u}) {
      CAPTURE(k);
      const auto of_first = [&](auto score) {
        return expected(queries, [&](const List& list) { return score(list, k); });
      };
      CHECK(std::abs(value(fmt::format("acg@{}", k)) - of_first(mean_of_first)) < 1e-12);
      CHECK(std::abs(value(fmt::format("graded-ndcg@{}", k)) - of_first(ndcg)) < 1e-12);
      CHECK(std::abs(value(fmt::format("wap@{}", k)) - of_first(wap)) < 1e-12);
    }
    const double whole = expected(queries, [](const List& list) { return wap(list, list.size()); });
    CHECK(std::abs(value("wap") - whole) < 1e-12);
  }
}

TEST_CASE("graded metrics: with degrees of 0 and 1 they are the metrics of relevance") {
  std::vector<Query> queries = random_queries(5, 40, Rng(3));
  for (Query& query : queries) {
    for (unsigned& degree : query.degree) degree = std::min(degree, 1u);
  }
  const RankCounts counts = counted(queries);
  const auto value = [&](const char* name) { return metric(name).value(counts); };
  CHECK(value("acg@10") == doctest::Approx(value("precision-top@10")).epsilon(1e-13));
  CHECK(value("graded-ndcg@10") == doctest::Approx(value("ndcg@10")).epsilon(1e-13));
  CHECK(value("wap") == doctest::Approx(value("map")).epsilon(1e-13));
  CHECK(value("wap@10") ==
        doctest::Approx(value("map@10:divisor=retrieved-relevant")).epsilon(1e-13));
}

TEST_CASE("graded metrics: counts that are not graded are refused with a way") {
  RankCounts counts = counted(random_queries(1, 3, Rng(1)));
  counts.distances = CodeDistances{n_distances};
  for (const Metric& m : graded_metrics()) {
    CAPTURE(m.name);
    CHECK(error_of([&] { m.value(counts); }) == Contains("by 'hashlab evaluate'"));
    CHECK(m.definition.find('\n') == m.definition.npos);
    CHECK(metric(m.name).graded);
  }
}

TEST_CASE("graded metrics: queries without relevant items are left out, or count as 0") {
  std::vector<Query> queries = random_queries(2, 5, Rng(2));
  const double alone = metric("wap").value(counted({queries[0]}));
  queries[1].degree.assign(5, 0);
  const RankCounts counts = counted(queries);
  CHECK(metric("wap").value(counts) == doctest::Approx(alone));
  CHECK(metric("wap:without-relevant=zero").value(counts) == doctest::Approx(alone / 2));
}

}  // namespace hashlab::graded_test
