#include "lib/relevance/relevance.h"

#include <algorithm>
#include <numeric>

namespace hashlab {

namespace {

/// The positions first .. first + count - 1 of each list, renumbered from 0.
Lists slice(const Lists& lists, std::size_t first, std::size_t count) {
  Lists part;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const auto list = lists[k];
    auto item = std::lower_bound(list.begin(), list.end(), first);
    for (; item != list.end() && *item < first + count; ++item) {
      part.items.push_back(static_cast<std::uint32_t>(*item - first));
    }
    part.offsets.push_back(part.items.size());
  }
  return part;
}

}  // namespace

Relevance reordered(const Relevance& relevance, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> now(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) now[order[i]] = i;
  const auto moved = [&](const Lists& lists) {
    Lists result;
    std::vector<std::uint32_t> list;
    for (std::size_t k = 0; k < lists.size(); ++k) {
      list.clear();
      for (const std::uint32_t item : lists[k]) list.push_back(now[item]);
      std::sort(list.begin(), list.end());
      result.append(list);
    }
    return result;
  };
  return {moved(relevance.lists), relevance.list_of_query, relevance.n_database,
          moved(relevance.ignored)};
}

Lists own_positions(const std::vector<std::uint32_t>& queries,
                    const std::vector<std::uint32_t>& database) {
  Lists own;
  for (const std::uint32_t row : queries) {
    const auto found = std::lower_bound(database.begin(), database.end(), row);
    if (found == database.end() || *found != row) {
      own.append({});
      continue;
    }
    const auto position = static_cast<std::uint32_t>(found - database.begin());
    own.append(std::span(&position, 1));
  }
  return own;
}

Relevance slice(const Relevance& relevance, std::size_t first, std::size_t count) {
  return {slice(relevance.lists, first, count), relevance.list_of_query, count,
          slice(relevance.ignored, first, count)};
}

bool is_relevant(const Relevance& relevance, std::size_t query, std::uint32_t position) {
  const auto list = relevance.of(query);
  return std::binary_search(list.begin(), list.end(), position);
}

std::size_t relevant_count(const Relevance& relevance, std::size_t query) {
  std::size_t count = relevance.of(query).size();
  for (const std::uint32_t item : relevance.ignored_by(query)) {
    if (is_relevant(relevance, query, item)) --count;
  }
  return count;
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
  for (std::size_t q = 0; q < relevance.n_queries(); ++q) {
    sizes.push_back(relevant_count(relevance, q));
  }
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
