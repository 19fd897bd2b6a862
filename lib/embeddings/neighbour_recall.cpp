#include "lib/embeddings/neighbour_recall.h"

#include "lib/error.h"
#include "lib/metrics/at_rank.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {

Relevance exact_neighbours(const NearestItems& nearest, std::size_t n_database) {
  Relevance relevance;
  relevance.n_database = n_database;
  std::vector<std::uint32_t> list;
  for (std::uint32_t q = 0; q < nearest.n_queries(); ++q) {
    const auto positions = nearest.positions_of(q);
    list.assign(positions.begin(), positions.end());
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
