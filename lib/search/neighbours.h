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

/// Neighbours as numbers that another process can be sent: how many each query has, then of all in
/// order distance * 2^32 + position.
std::vector<std::uint64_t> packed_neighbours(const Neighbours& found);

/// What was found in two parts of a database, one of them packed: of each query the first k in the
/// order above.
/// Errors:  invalid_argument if the packed ones are of fewer queries or incomplete.
Neighbours merge_neighbours(const Neighbours& found, const std::vector<std::uint64_t>& packed,
                            std::size_t k);

/// What was found without the query itself: query q does not find position q. Then the first k of
/// each.
Neighbours without_own(const Neighbours& found, std::size_t k);

}  // namespace hashlab
