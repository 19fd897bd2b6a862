#include "lib/embeddings/rerank_bound.h"

#include "lib/error.h"
#include "lib/relevance/epsilon_ball.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

namespace hashlab {
namespace {

using Bounded = std::pair<double, std::uint32_t>;  // lower bound or distance, position

void check_bounded_search(const Estimates& estimates, std::size_t k, double eps,
                          const Lists& ignored) {
  if (k == 0) refuse("re-ranking by a bound: k is 0, must be >= 1");
  if (!(eps >= 0) || !std::isfinite(eps)) {
    refuse(fmt::format("re-ranking by a bound: eps is {}, expected a finite number >= 0", eps));
  }
  if (ignored.size() != 0 && ignored.size() != estimates.n_queries()) {
    refuse(fmt::format("re-ranking by a bound: {} queries have {} lists of what they ignore",
                       estimates.n_queries(), ignored.size()));
  }
  if (!estimates.bounded()) {
    refuse(
        "re-ranking by a bound: the estimates of these codes have no error bound; expected codes "
        "of rabitq or poured with bits for every dimension: re-rank by a fixed R");
  }
}

}  // namespace

std::vector<std::size_t> BoundedNearest::exact() const {
  std::vector<std::size_t> counts;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    counts.push_back(found.positions_of(q).size());
  }
  return counts;
}

BoundedNearest nearest_within_bound(const Estimates& estimates, std::size_t k, double eps,
                                    const ExactDistance& exact, const Lists& ignored) {
  check_bounded_search(estimates, k, eps, ignored);
  BoundedNearest result;
  std::vector<double> values(estimates.n_items());
  std::vector<Bounded> candidates, computed;
  for (std::size_t q = 0; q < estimates.n_queries(); ++q) {
    estimates.of_query(q, values);
    candidates.clear();
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (ignored.size() > 0 && std::binary_search(ignored[q].begin(), ignored[q].end(), i)) {
        continue;
      }
      candidates.emplace_back(values[i] - eps * estimates.half_width(q, i), i);
    }
    std::make_heap(candidates.begin(), candidates.end(), std::greater<>());
    std::priority_queue<double> nearest;  // the k smallest distances, the largest of them on top
    computed.clear();
    while (!candidates.empty()) {
      std::pop_heap(candidates.begin(), candidates.end(), std::greater<>());
      const auto [bound, position] = candidates.back();
      candidates.pop_back();
      if (nearest.size() == k && bound > nearest.top()) break;
      const double distance = exact(q, position);
      computed.emplace_back(distance, position);
      nearest.push(distance);
      if (nearest.size() > k) nearest.pop();
    }
    std::sort(computed.begin(), computed.end());
    for (const Bounded& item : computed) {
      result.found.similarities.push_back(0.0 - item.first);
      result.found.positions.push_back(item.second);
    }
    result.found.offsets.push_back(result.found.positions.size());
  }
  return result;
}

ExactDistance exact_distances(const Features& queries, const Features& database) {
  return [&queries, &database](std::size_t q, std::uint32_t position) {
    return squared_distance(queries, static_cast<std::uint32_t>(q), database, position);
  };
}

}  // namespace hashlab
