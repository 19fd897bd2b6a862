#pragma once

#include "results/record/direction.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// The number of bits of a code, or the number of real values that a projection gives instead; none
/// for a ranking by the features themselves.
using CodeBits = std::optional<std::size_t>;

/// The number of bits as files and JSON store it: 0 means none.
inline std::size_t stored_bits(CodeBits bits) {
  return bits.value_or(0);
}
/// The number of bits that files and JSON store as `stored`: the inverse of stored_bits().
inline CodeBits bits_from_stored(std::size_t stored) {
  return stored == 0 ? CodeBits() : CodeBits(stored);
}

/// One number of one run: a line of `hashlab table --long --format csv`.
struct ResultRow {
  std::string dataset, split, hasher;
  CodeBits bits;
  std::size_t run = 0;  ///< 1, 2, ...
  std::string metric;
  double value = 0;
  Direction direction = {};  ///< empty if the data set has one view
};

}  // namespace hashlab::results
