#pragma once

#include "lib/codes/codes.h"

#include <cstdint>
#include <vector>

namespace hashlab::bench {

/// Codes of whole words as Faiss takes them: bit j is byte j / 8, position j % 8.
inline std::vector<std::uint8_t> bytes_of(const Codes& codes) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint64_t word : codes.words) {
    for (int b = 0; b < 8; ++b) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * b)));
  }
  return bytes;
}

}  // namespace hashlab::bench
