#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// The result of a search: for each query the database positions found and their distances, ordered
/// by distance, then position. Query q has the entries offsets[q] .. offsets[q + 1] - 1.
struct Neighbours {
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> positions;
  std::vector<std::uint16_t> distances;

  std::size_t n_queries() const { return offsets.size() - 1; }
  std::span<const std::uint32_t> positions_of(std::size_t q) const {
    return std::span(positions).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  std::span<const std::uint16_t> distances_of(std::size_t q) const {
    return std::span(distances).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  bool operator==(const Neighbours&) const = default;
};

}  // namespace hashlab
