#include "lib/ranking/nearest_items.h"

#include <algorithm>

namespace hashlab {

NearestItems first_items(const NearestItems& found, std::size_t k) {
  NearestItems first;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    const std::size_t end = std::min(found.offsets[q + 1], found.offsets[q] + k);
    for (std::size_t i = found.offsets[q]; i < end; ++i) {
      first.positions.push_back(found.positions[i]);
      first.similarities.push_back(found.similarities[i]);
    }
    first.offsets.push_back(first.positions.size());
  }
  return first;
}

}  // namespace hashlab
