#pragma once

#include "lib/rng.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Images must be the same on every machine. The drawing code therefore uses only operations on
// doubles whose results IEEE 754 fixes: + - * /, sqrt, floor and abs. Functions such as sin and exp
// must not be used, because their last bits depend on libm. No function call may have two arguments
// that draw from the random stream, because the compiler could evaluate them in either order;
// braced initialisers have a fixed order.

/// sin(2 pi turns), within 0.0011.
double sine(double turns);
/// A random number, uniform in [low, high).
double uniform(Rng& rng, double low, double high);
/// A random number with mean 0 and standard deviation 1, within +-3.5. It is a scaled sum of four
/// uniform numbers, because a normal one needs functions of libm.
double bell(Rng& rng);
/// True with this probability.
bool chance(Rng& rng, double probability);

/// Red, green, blue, each 0 .. 255.
struct Rgb {
  double r = 0, g = 0, b = 0;
};

Rgb mixed(const Rgb& a, const Rgb& b, double share_of_b);
double luminance(const Rgb& c);  ///< the mean of its channels, as in GIST
struct Hsv {
  double hue, saturation, value;  ///< hue in turns, the others in [0, 1]
};
Rgb from_hsv(const Hsv& hsv);
Rgb any_colour(Rng& rng);
/// Mixes the colour with a random other one, whose share is at most `most`.
Rgb tinted(const Rgb& colour, double most, Rng& rng);
struct ColourPair {
  Rgb first, second;
};
/// Draws two random colours whose luminances differ by at least `contrast` <= 100.
ColourPair contrasting(Rng& rng, double contrast);

/// A rectangle, as fractions of the picture: left <= x < right, top <= y < bottom.
struct Region {
  double left = 0, top = 0, right = 1, bottom = 1;
};

/// The placement of a scene in its region. The scene is scaled and rotated about the centre of the
/// region, and then shifted to the right by dx and down by dy, in fractions of the region's sides.
/// turns = 1 is a full turn, clockwise.
struct Pose {
  double turns = 0, scale = 1, dx = 0, dy = 0;
};

/// A picture being drawn, with `samples` x `samples` samples per pixel. The colour of a pixel is
/// the mean of its samples.
class Painting {
 public:
  static constexpr std::size_t pixels = 32;  ///< per side
  static constexpr std::size_t samples = 3;  ///< per pixel and direction
  static constexpr std::size_t side = pixels * samples;

  Painting() : colours_(side * side) {}

  /// Sets the region and the pose for all later calls of paint(). Without a pose, the coordinate x
  /// of a scene runs from 0 (left) to 1 (right) of the region, and y from 0 (top) to 1 (bottom).
  /// With a pose, samples of the region may have coordinates outside these ranges.
  void place(const Region& region, const Pose& pose);

  /// Calls shade(x, y, colour) for each sample of the region, with its coordinates in the scene
  /// (see place) and its present colour, which `shade` may change.
  template <typename Shade>
  void paint(Shade shade);

  /// The colours of the pixels: pixels x pixels x 3, each 0 .. 255.
  std::vector<double> means() const;

 private:
  std::vector<Rgb> colours_;
  std::size_t first_row_ = 0, last_row_ = side, first_column_ = 0, last_column_ = side;
  // x = x_ + x_of_column_ * column + x_of_row_ * row; y likewise.
  double x_ = 0, x_of_column_ = 1.0 / side, x_of_row_ = 0;
  double y_ = 0, y_of_column_ = 0, y_of_row_ = 1.0 / side;
};

template <typename Shade>
void Painting::paint(Shade shade) {
  for (std::size_t row = first_row_; row < last_row_; ++row) {
    const double r = static_cast<double>(row) + 0.5;
    for (std::size_t column = first_column_; column < last_column_; ++column) {
      const double c = static_cast<double>(column) + 0.5;
      shade(x_ + x_of_column_ * c + x_of_row_ * r, y_ + y_of_column_ * c + y_of_row_ * r,
            colours_[row * side + column]);
    }
  }
}

}  // namespace hashlab
