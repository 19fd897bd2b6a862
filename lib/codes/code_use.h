#pragma once

#include "lib/codes/codes.h"

#include <cstddef>

namespace hashlab {

/// How well a set of codes uses the code space.
struct CodeUse {
  std::size_t distinct = 0;  ///< number of different codes
  double largest_share = 0;  ///< share of the samples that have the most frequent code
  double bit_entropy = 0;    ///< entropy of a bit, mean over bits: 0 (constant) .. 1 (even)
};

/// The code usage of `codes`, which must not be empty. Cost: O(n log n). Memory: 8 bytes per code
/// if codes have at most 64 bits, otherwise 4.
CodeUse code_use(const Codes& codes);

}  // namespace hashlab
