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

/// Neighbours as numbers that can be sent to another process: first the number of neighbours of
/// each query, then distance * 2^32 + position of every neighbour, query by query.
std::vector<std::uint64_t> packed_neighbours(const Neighbours& found);

/// Merges the neighbours found in two parts of a database: `found` in one part and `packed` (see
/// packed_neighbours) in the other. Returns the first k of each query, ordered by distance, then
/// position.
/// Errors:  invalid_argument if `packed` is for fewer queries than `found`, or incomplete.
Neighbours merge_neighbours(const Neighbours& found, const std::vector<std::uint64_t>& packed,
                            std::size_t k);

/// Removes each query from its own neighbours and returns the first k of the others. The queries
/// are the database items themselves: query q is the item at position q.
Neighbours without_own(const Neighbours& found, std::size_t k);

}  // namespace hashlab
