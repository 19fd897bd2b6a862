#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// For each query, the positions of the items found and their similarities to the query. If items
/// have penalties, `similarities` holds the similarities minus the penalties. The items with the
/// greatest of these values come first; items with equal values are in order of position. Query q
/// has the entries offsets[q] .. offsets[q + 1] - 1.
struct NearestItems {
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> positions;
  std::vector<double> similarities;

  std::size_t n_queries() const { return offsets.size() - 1; }
  std::span<const std::uint32_t> positions_of(std::size_t q) const {
    return std::span(positions).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  std::span<const double> similarities_of(std::size_t q) const {
    return std::span(similarities).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  bool operator==(const NearestItems&) const = default;
};

/// The first k items of each query.
NearestItems first_items(const NearestItems& found, std::size_t k);

}  // namespace hashlab
