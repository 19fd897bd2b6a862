#include "lib/ranking/neighbours.h"

#include "lib/error.h"

#include <algorithm>
#include <iterator>

namespace hashlab {
namespace {

std::uint64_t entry(std::uint64_t distance, std::uint64_t position) {
  return distance << 32 | position;
}

}  // namespace

std::vector<std::uint64_t> packed_neighbours(const Neighbours& found) {
  std::vector<std::uint64_t> words;
  words.reserve(found.n_queries() + found.positions.size());
  for (std::size_t q = 0; q < found.n_queries(); ++q) words.push_back(found.positions_of(q).size());
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    words.push_back(entry(found.distances[i], found.positions[i]));
  }
  return words;
}

Neighbours merge_neighbours(const Neighbours& found, const std::vector<std::uint64_t>& packed,
                            std::size_t k) {
  const std::size_t n = found.n_queries();
  if (packed.size() < n) refuse("neighbours of fewer queries cannot be merged");
  Neighbours merged;
  auto next = packed.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<std::uint64_t> own, both;
  for (std::size_t q = 0; q < n; ++q) {
    if (packed[q] > static_cast<std::size_t>(packed.end() - next)) {
      refuse("neighbours that are incomplete cannot be merged");
    }
    const auto end = next + static_cast<std::ptrdiff_t>(packed[q]);
    own.clear();
    both.clear();
    for (std::size_t i = found.offsets[q]; i < found.offsets[q + 1]; ++i) {
      own.push_back(entry(found.distances[i], found.positions[i]));
    }
    std::merge(own.begin(), own.end(), next, end, std::back_inserter(both));
    if (both.size() > k) both.resize(k);
    for (const std::uint64_t e : both) {
      merged.positions.push_back(static_cast<std::uint32_t>(e));
      merged.distances.push_back(static_cast<std::uint16_t>(e >> 32));
    }
    merged.offsets.push_back(merged.positions.size());
    next = end;
  }
  return merged;
}

Neighbours without_own(const Neighbours& found, std::size_t k) {
  Neighbours others;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    const std::size_t begin = others.positions.size();
    for (std::size_t i = found.offsets[q]; i < found.offsets[q + 1]; ++i) {
      if (found.positions[i] == q || others.positions.size() - begin == k) continue;
      others.positions.push_back(found.positions[i]);
      others.distances.push_back(found.distances[i]);
    }
    others.offsets.push_back(others.positions.size());
  }
  return others;
}

}  // namespace hashlab
