#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// A picture: rows from top to bottom, channels interleaved (grey, or red, green, blue).
struct Image {
  std::size_t height = 0, width = 0;
  std::size_t channels = 1;          ///< 1 or 3
  std::vector<std::uint8_t> pixels;  ///< height x width x channels

  bool empty() const { return pixels.empty(); }
};

}  // namespace hashlab
