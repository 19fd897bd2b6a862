#include "lib/embeddings/neighbour_recall.h"

#include "lib/error.h"
#include "lib/metrics/at_rank.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {

Relevance exact_neighbours(const NearestItems& nearest, std::size_t n_database, std::size_t k,
                           const Lists& ignored) {
  if (ignored.size() > 0 && ignored.size() != nearest.n_queries()) {
    refuse(fmt::format("nearest neighbours: {} queries have {} lists of what they ignore",
                       nearest.n_queries(), ignored.size()));
  }
  Relevance relevance;
  relevance.n_database = n_database;
  relevance.ignored = ignored;
  std::vector<std::uint32_t> list;
  for (std::uint32_t q = 0; q < nearest.n_queries(); ++q) {
    list.clear();
    for (const std::uint32_t position : nearest.positions_of(q)) {
      if (list.size() == k) break;
      const auto own = relevance.ignored_by(q);
      if (!std::binary_search(own.begin(), own.end(), position)) list.push_back(position);
    }
    std::sort(list.begin(), list.end());
    if (!list.empty() && list.back() >= n_database) {
      refuse(fmt::format("nearest neighbours: item {} is a neighbour, there are {}", list.back(),
                         n_database));
    }
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  return relevance;
}

std::vector<double> neighbour_recall(const RankCounts& counts,
                                     const std::vector<std::uint64_t>& first) {
  return top_curve(counts, first).recall;
}

}  // namespace hashlab
