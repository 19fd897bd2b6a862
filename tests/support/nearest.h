#pragma once

#include "lib/codes/codes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hashlab::testing {

/// Of each query what a search should find, as (distance, position).
using Found = std::vector<std::vector<std::pair<unsigned, std::uint32_t>>>;

/// The k nearest of those within the radius: a sort of all pairs of distance and position, which
/// is how searches order what they find.
inline Found found_by_sorting(const Codes& queries, const Codes& database, std::size_t k,
                              std::size_t radius) {
  Found found;
  for (std::size_t q = 0; q < queries.n; ++q) {
    std::vector<std::pair<unsigned, std::uint32_t>> all;
    for (std::uint32_t i = 0; i < database.n; ++i) {
      const unsigned d = distance(queries, q, database, i);
      if (d <= radius) all.emplace_back(d, i);
    }
    std::sort(all.begin(), all.end());
    if (all.size() > k) all.resize(k);
    found.push_back(std::move(all));
  }
  return found;
}

}  // namespace hashlab::testing
