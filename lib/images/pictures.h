#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// The images to draw.
struct PictureSettings {
  std::size_t n = 12000;
  std::uint64_t seed = 2016;
  /// false: one class per picture; each block of ten pictures shows every class once, in random
  /// order. true: one to four different classes per picture, in as many regions.
  bool several_classes = false;
};

struct Pictures {
  static constexpr std::size_t side = 32;  ///< pixels
  std::vector<std::uint8_t> pixels;        ///< n x 32 x 32 x 3: red, green, blue
  Labels labels;                           ///< n classes, or 10 x n of 0/1
  std::vector<std::string> class_names;    ///< ten
};

/// Draws pictures of ten classes, textures and landscapes, with random colour, pose, light,
/// clutter, blur and noise. The result has the same bytes on every machine and for any number of
/// threads. Picture i depends only on the seed, on `several_classes` and on i, so a smaller set is
/// a prefix of a larger one.
/// Errors:  invalid_argument if n is 0.
/// Cost:    about 0.4 ms per picture.
/// Memory:  3 KiB per picture.
Pictures make_pictures(const PictureSettings& settings, std::size_t threads);

}  // namespace hashlab
