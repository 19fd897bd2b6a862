#include "tests/support/rankings.h"

#include <algorithm>
#include <numeric>

namespace hashlab::testing {

Rankings random_rankings(std::size_t n_queries, std::size_t n_items, std::size_t n_distances,
                         Rng rng) {
  Rankings rankings(n_queries);
  for (Ranking& ranking : rankings) {
    for (std::size_t i = 0; i < n_items; ++i) {
      ranking.D.push_back(static_cast<unsigned>(rng.below(n_distances)));
      ranking.relevant.push_back(rng.below(5) < 2);
    }
  }
  return rankings;
}

RankCounts counted(const Rankings& rankings, std::size_t n_distances) {
  RankCounts counts;
  counts.n_queries = rankings.size();
  counts.distances = CodeDistances{n_distances};
  counts.all.resize(counts.n_queries * n_distances);
  counts.relevant.resize(counts.n_queries * n_distances);
  for (std::size_t q = 0; q < rankings.size(); ++q) {
    for (std::size_t i = 0; i < rankings[q].D.size(); ++i) {
      const std::size_t cell = q * n_distances + rankings[q].D[i];
      ++counts.all[cell];
      if (rankings[q].relevant[i]) ++counts.relevant[cell];
    }
  }
  return counts;
}

bool any_relevant(const Ranking& ranking) {
  return std::find(ranking.relevant.begin(), ranking.relevant.end(), true) !=
         ranking.relevant.end();
}

std::vector<bool> sorted(const Ranking& ranking, Order order) {
  std::vector<std::size_t> items(ranking.D.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  std::stable_sort(items.begin(), items.end(), [&](std::size_t a, std::size_t b) {
    if (ranking.D[a] != ranking.D[b]) return ranking.D[a] < ranking.D[b];
    if (order == Order::as_they_come) return false;
    return order == Order::relevant_first ? ranking.relevant[a] > ranking.relevant[b]
                                          : ranking.relevant[a] < ranking.relevant[b];
  });
  std::vector<bool> list;
  for (const std::size_t item : items) list.push_back(ranking.relevant[item]);
  return list;
}

OverOrders over_all_orders(const Ranking& ranking, const ListScore& score) {
  std::vector<std::size_t> items(ranking.D.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  OverOrders result{0, -1, 2};
  double n = 0;
  do {
    if (!std::is_sorted(items.begin(), items.end(), [&](std::size_t a, std::size_t b) {
          return ranking.D[a] < ranking.D[b];
        })) {
      continue;
    }
    std::vector<bool> list;
    for (const std::size_t item : items) list.push_back(ranking.relevant[item]);
    const double value = score(list);
    result.mean += value;
    result.best = std::max(result.best, value);
    result.worst = std::min(result.worst, value);
    n += 1;
  } while (std::next_permutation(items.begin(), items.end()));
  result.mean /= n;
  return result;
}

OverOrders mean_over_queries(const Rankings& rankings, const ListScore& score, bool count_zeros) {
  OverOrders sum;
  double n = 0;
  for (const Ranking& ranking : rankings) {
    if (!any_relevant(ranking)) {
      if (count_zeros) n += 1;
      continue;
    }
    const OverOrders one = over_all_orders(ranking, score);
    sum.mean += one.mean;
    sum.best += one.best;
    sum.worst += one.worst;
    n += 1;
  }
  if (n == 0) return {};
  return {sum.mean / n, sum.best / n, sum.worst / n};
}

}  // namespace hashlab::testing
