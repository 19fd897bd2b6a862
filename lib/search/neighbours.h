#pragma once

#include <cstddef>
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

/// Neighbours as numbers that can be sent to another process: the number of neighbours of each
/// query, then, for all neighbours in order, distance * 2^32 + position.
std::vector<std::uint64_t> packed_neighbours(const Neighbours& found);

/// Merges the neighbours found in two parts of a database, one of them packed: the first k of each
/// query, ordered by distance, then position.
/// Errors:  invalid_argument if the packed ones are for fewer queries or incomplete.
Neighbours merge_neighbours(const Neighbours& found, const std::vector<std::uint64_t>& packed,
                            std::size_t k);

/// The neighbours without the query itself (query q does not find position q), then the first k of
/// each query.
Neighbours without_own(const Neighbours& found, std::size_t k);

}  // namespace hashlab
