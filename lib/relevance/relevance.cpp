#include "lib/relevance/relevance.h"

#include <algorithm>
#include <numeric>

namespace hashlab {

Relevance slice(const Relevance& relevance, std::size_t first, std::size_t count) {
  Relevance part;
  part.n_database = count;
  part.list_of_query = relevance.list_of_query;
  for (std::size_t k = 0; k < relevance.lists.size(); ++k) {
    const auto list = relevance.lists[k];
    auto item = std::lower_bound(list.begin(), list.end(), first);
    for (; item != list.end() && *item < first + count; ++item) {
      part.lists.items.push_back(static_cast<std::uint32_t>(*item - first));
    }
    part.lists.offsets.push_back(part.lists.items.size());
  }
  return part;
}

NeighbourGraph without_diagonal(const Relevance& relevance) {
  NeighbourGraph S;
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < relevance.n_queries(); ++i) {
    list.assign(relevance.of(i).begin(), relevance.of(i).end());
    std::erase(list, i);
    S.append(list);
  }
  return S;
}

Skew skew(const Relevance& relevance) {
  std::vector<std::size_t> sizes;
  for (std::size_t q = 0; q < relevance.n_queries(); ++q) sizes.push_back(relevance.of(q).size());
  if (sizes.empty()) return {};
  std::sort(sizes.begin(), sizes.end());
  const auto n = static_cast<double>(sizes.size());
  const auto total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  const auto empty = std::count(sizes.begin(), sizes.end(), std::size_t{0});
  const std::size_t upper = sizes.size() / 2, lower = (sizes.size() - 1) / 2;
  return {static_cast<double>(total) / n, static_cast<double>(sizes[lower] + sizes[upper]) / 2,
          static_cast<double>(empty) / n};
}

}  // namespace hashlab
