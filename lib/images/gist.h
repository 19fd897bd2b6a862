#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Settings of GIST with the values of the authors' LMgist, which the thesis uses.
struct GistSettings {
  std::size_t height = 32, width = 32;  ///< of the pictures, in pixels
  std::size_t channels = 1;             ///< of the pictures: 1 or 3
  bool colour = false;                  ///< describe red, green and blue apart; else their mean
  std::vector<std::size_t> orientations = {8, 8, 8, 8};  ///< a scale, from fine to coarse
  std::size_t blocks = 4;   ///< a side: means are taken over blocks x blocks
  double prefilter = 4;     ///< cycles a picture below which contrast is normalised away
  std::size_t border = 32;  ///< pixels mirrored around the picture before filtering
  /// 960 numbers of a colour picture: 3 channels x (8 + 8 + 4) x 16, as in GIST1M.
  static GistSettings of_colour(std::size_t height, std::size_t width);
  /// "GIST of 512 numbers: ...", as data sets say it of themselves.
  std::string text() const;
};

/// GIST of pictures of one size: energy of Gabor filters over blocks of the picture.
/// Source:  Oliva & Torralba, "Modeling the shape of the scene", IJCV 2001; the authors' LMgist.
/// May be used by several threads at once; results do not depend on how many there are.
class Gist {
 public:
  /// Errors: invalid_argument naming the setting.
  explicit Gist(const GistSettings& settings);
  ~Gist();
  const GistSettings& settings() const;
  std::size_t dimensions() const;  ///< channels described x sum of orientations x blocks^2

  /// Descriptors of n pictures, each height x width x channels bytes as in Image, one after the
  /// other: dimensions() x n.
  Features describe(const std::uint8_t* pictures, std::size_t n, std::size_t threads) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace hashlab
