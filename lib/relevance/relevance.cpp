#include "lib/relevance/relevance.h"

#include <algorithm>
#include <numeric>

namespace hashlab {

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
