#include "hashers/quantisers/npq/merged_line.h"

#include <algorithm>

namespace hashlab::hashers::npq {

Lists pairs_above(const Line& line) {
  const std::size_t G = line.groups();
  Lists above;
  above.offsets.assign(G + 1, 0);
  for (const std::uint32_t a : line.below.items) ++above.offsets[a + 1];
  for (std::size_t a = 0; a < G; ++a) above.offsets[a + 1] += above.offsets[a];
  above.items.resize(line.below.items.size());
  std::vector<std::size_t> next(above.offsets.begin(), above.offsets.end() - 1);
  for (std::size_t b = 0; b < G; ++b) {
    for (const std::uint32_t a : line.below[b]) {
      above.items[next[a]++] = static_cast<std::uint32_t>(b);
    }
  }
  return above;
}

Line merge_groups(const Line& line, const Lists& above, std::span<const std::uint32_t> kept) {
  const std::size_t G = line.groups();
  Line merged;
  merged.pairs = line.pairs;
  merged.spread = line.spread;
  merged.before = {line.before[0]};
  merged.sums = {line.sums[0]};
  std::vector<std::uint32_t> group_of(G);
  for (std::size_t j = 0; j <= kept.size(); ++j) {
    const std::size_t a = j == 0 ? 0 : kept[j - 1], b = j < kept.size() ? kept[j] : G;
    merged.values.push_back(line.values[a]);
    merged.before.push_back(line.before[b]);
    merged.sums.push_back(line.sums[b]);
    merged.below.offsets.push_back(merged.below.offsets.back() + line.below.offsets[b] -
                                   line.below.offsets[a]);
    for (std::size_t group = a; group < b; ++group) group_of[group] = static_cast<std::uint32_t>(j);
  }
  // Going through the lesser ends in order fills every list in order.
  merged.below.items.resize(line.below.items.size());
  std::vector<std::size_t> next(merged.below.offsets.begin(), merged.below.offsets.end() - 1);
  for (std::size_t a = 0; a < G; ++a) {
    for (const std::uint32_t b : above[a]) merged.below.items[next[group_of[b]]++] = group_of[a];
  }
  return merged;
}

Cuts cuts_of(Cuts cuts, const Cuts& kept) {
  for (std::uint32_t& cut : cuts) cut = kept[cut - 1];
  return cuts;
}

Cuts cuts_in(Cuts cuts, const Cuts& kept) {
  for (std::uint32_t& cut : cuts) {
    const auto found = std::lower_bound(kept.begin(), kept.end(), cut);
    cut = static_cast<std::uint32_t>(found - kept.begin() + 1);
  }
  return cuts;
}

Cuts every_cut(const Line& line, std::size_t step) {
  Cuts cuts;
  for (std::size_t c = step; c < line.groups(); c += step) {
    cuts.push_back(static_cast<std::uint32_t>(c));
  }
  return cuts;
}

Cuts cuts_near(const Line& line, const Cuts& cuts, std::size_t reach) {
  Cuts near;
  std::size_t next = 1;
  for (const std::uint32_t cut : cuts) {
    next = std::max(next, cut > reach ? cut - reach : 1);
    for (; next <= cut + reach && next < line.groups(); ++next) {
      near.push_back(static_cast<std::uint32_t>(next));
    }
  }
  return near;
}

Line mirrored(const Line& line) {
  const std::size_t G = line.groups();
  Line result;
  result.values.assign(line.values.rbegin(), line.values.rend());
  result.spread = line.spread;
  result.pairs = line.pairs;
  for (std::size_t c = G + 1; c-- > 0;) {
    result.before.push_back(line.points() - line.before[c]);
    result.sums.push_back(-line.sums[c]);
  }
  const Lists above = pairs_above(line);
  for (std::size_t a = G; a-- > 0;) {
    const auto ends = above[a];
    for (std::size_t k = ends.size(); k-- > 0;) {
      result.below.items.push_back(static_cast<std::uint32_t>(G - 1 - ends[k]));
    }
    result.below.offsets.push_back(result.below.items.size());
  }
  return result;
}

}  // namespace hashlab::hashers::npq
