#pragma once

#include "lib/relevance/relevance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hashlab::testing {

using GraphPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The graph of n samples in which these pairs are neighbours.
inline NeighbourGraph graph_of(std::size_t n, const GraphPairs& pairs) {
  std::vector<std::vector<std::uint32_t>> lists(n);
  for (const auto& [i, j] : pairs) {
    lists[i].push_back(j);
    lists[j].push_back(i);
  }
  NeighbourGraph S;
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    S.append(list);
  }
  return S;
}

}  // namespace hashlab::testing
