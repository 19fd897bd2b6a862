#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Settings of GIST with the values of the authors' LMgist, which the thesis uses. The filters are
/// tuned to .3 / 1.85^i cycles a pixel (i = 0, 1, .. the scale) and to waves that run at an angle
/// of -pi j / o from the x axis to the y axis, which points down (j = 0 .. o - 1, o orientations at
/// that scale).
struct GistSettings {
  std::size_t height = 32, width = 32;  ///< of the pictures, in pixels
  std::size_t channels = 1;             ///< of the pictures: 1 or 3
  bool colour = false;                  ///< describe red, green and blue apart; else their mean
  std::vector<std::size_t> orientations = {8, 8, 8, 8};  ///< a scale, from fine to coarse
  std::size_t blocks = 4;   ///< a side: means are taken over blocks x blocks
  double prefilter = 4;     ///< cycles a picture below which contrast is normalised away
  std::size_t border = 32;  ///< pixels mirrored around the picture before filtering
  /// 960 numbers of a colour picture, 3 channels x (8 + 8 + 4) x 16: the layout of GIST1M. Its
  /// values differ a little, for the program that made it mirrors no border and leaves brightness
  /// as it is.
  static GistSettings of_colour(std::size_t height, std::size_t width);
  /// "GIST of 512 numbers: ...", as data sets say it of themselves.
  std::string text() const;
};

/// GIST of pictures of one size: mean size of the answers of Gabor filters over blocks of the
/// picture, after its brightness was stretched to 0 .. 255, its logarithm taken, and its local
/// contrast normalised. A descriptor holds, channel after channel, scale after scale, orientation
/// after orientation, the blocks by columns. A constant picture gives zeros.
/// Source:  Oliva & Torralba, "Modeling the shape of the scene", IJCV 2001; details as in the
///          authors' LMgist (frequencies of pictures that are not square are counted along their
///          width).
/// Accuracy: single precision; below 1e-5 of a descriptor's largest number.
/// May be used by several threads at once; results do not depend on how many there are, to the bit.
/// Cost:    about 2 p log p operations a picture and filter, p = (height + 2 border)(width + 2
///          border): 0.23 ms for 32 x 32, 7 ms for 256 x 256 (AMD EPYC, one thread).
/// Memory:  about 24 p + 32 max(height, width)^2 bytes a thread, 0.8 p a filter.
class Gist {
 public:
  /// Errors: invalid_argument naming the setting; more than 2^24 pixels with border.
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
