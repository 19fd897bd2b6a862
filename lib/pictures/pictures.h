#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// What pictures to draw.
struct PictureSettings {
  std::size_t n = 12000;
  std::uint64_t seed = 2016;
  /// false: one class a picture, each ten pictures in a row show every class once, in random order;
  /// true: one to four different classes a picture, in as many regions.
  bool several_classes = false;
};

struct Pictures {
  static constexpr std::size_t side = 32;  ///< pixels
  std::vector<std::uint8_t> pixels;        ///< n x 32 x 32 x 3: red, green, blue
  Labels labels;                           ///< n classes, or 10 x n of 0/1
  std::vector<std::string> class_names;    ///< of the ten classes
};

/// Draws pictures of ten classes, textures and landscapes, with nuisances of colour, pose, light,
/// clutter, blur and noise: the same bytes on every machine and for any number of threads. Picture
/// i depends on the seed and on i alone, so a shorter set is the beginning of a longer one.
/// Errors:  invalid_argument if n is 0.
/// Cost:    n / 4000 seconds on one core.
/// Memory:  3 KiB a picture.
Pictures make_pictures(const PictureSettings& settings, std::size_t threads);

}  // namespace hashlab
