#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Settings of GIST. The defaults are those of the authors' LMgist, which the thesis uses. At scale
/// i = 0, 1, .. the filters are tuned to 0.3 / 1.85^i cycles per pixel. With o orientations at a
/// scale, the waves of its filters have angles of -pi j / o, j = 0 .. o - 1, from the x axis to the
/// y axis, which points down.
struct GistSettings {
  std::size_t height = 32, width = 32;                   ///< of the pictures, in pixels
  std::size_t channels = 1;                              ///< of the pictures: 1 or 3
  bool colour = false;                                   ///< true: describe each channel; false:
                                                         ///< describe their mean
  std::vector<std::size_t> orientations = {8, 8, 8, 8};  ///< per scale, from fine to coarse
  std::size_t blocks = 4;   ///< per axis: means are taken over blocks x blocks
  double prefilter = 4;     ///< contrast below about this many cycles per picture is removed
  std::size_t border = 32;  ///< pixels mirrored around the picture before filtering
  /// Settings for colour images: 960 numbers per image, 3 channels x (8 + 8 + 4) x 16, the layout
  /// of GIST1M. The values in GIST1M differ slightly, because the program that computed them does
  /// not mirror a border and does not stretch the brightness.
  static GistSettings of_colour(std::size_t height, std::size_t width);
  /// "GIST of 512 numbers: ...", for the attributes of data sets.
  std::string text() const;
};

/// GIST of pictures of one size: the mean magnitude of the responses of Gabor filters over blocks
/// of the picture, after stretching its brightness to 0 .. 255, taking the logarithm and
/// normalising the local contrast. A descriptor is ordered by channel, scale, orientation and block
/// (column-major). A constant picture gives zeros.
/// Source:  Oliva & Torralba, "Modeling the shape of the scene", IJCV 2001; details as in the
///          authors' LMgist (for pictures that are not square, frequencies refer to the width).
/// Accuracy: single precision; errors below 1e-5 of a descriptor's largest number.
/// Thread-safe; results are bit-identical for any number of threads.
/// Cost:    about 2 p log p operations per picture and filter, p = (height + 2 border)(width + 2
///          border); times are in docs/development/benchmarks.md.
/// Memory:  about 24 p + 32 max(height, width)^2 bytes per thread, 0.8 p per filter.
class Gist {
 public:
  /// Errors: invalid_argument, naming the setting, if a value is out of range, there are more than
  ///   1,024 filters, or more than 2^24 pixels in a picture with its border or in a square with the
  ///   longer side of a picture.
  explicit Gist(const GistSettings& settings);
  ~Gist();
  const GistSettings& settings() const;
  std::size_t dimensions() const;  ///< channels described x sum of orientations x blocks^2

  /// Descriptors of n pictures, each height x width x channels bytes as in Image, one after the
  /// other: dimensions() x n, values >= 0.
  Features describe(const std::uint8_t* pictures, std::size_t n, std::size_t threads) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace hashlab
