#pragma once

#include "lib/images/line_transform.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// The index into a row of n elements for position i of the row when it is continued by mirroring
/// at both ends: ... 1 0 | 0 1 .. n-1 | n-1 n-2 ...
std::size_t mirrored(std::ptrdiff_t i, std::size_t n);

/// GIST's prefilter: takes the logarithm of a picture, subtracts its low frequencies, and divides
/// by the local standard deviation.
/// Source:  prefilt of the authors' LMgist: a Gaussian low pass whose gain is one half at `cycles`
///          cycles, the picture mirrored by 5 pixels at each side, 0.2 added to the deviation.
class Contrast {
 public:
  Contrast(std::size_t height, std::size_t width, double cycles);

  std::size_t side() const { return n_; }               ///< of the square that is filtered
  std::size_t passing() const { return gain_.size(); }  ///< spectrum columns in the pass band

  /// The buffers of one thread.
  struct Workspace {
    explicit Workspace(const Contrast& contrast);
    std::vector<float> extended, low, squares;
    Lines columns, lines;
  };

  /// Filters one picture in place. `planes` holds its channels one after the other, each height x
  /// width, with values >= 0; the standard deviation is that of the mean of the channels.
  void normalise(std::vector<float>& planes, Workspace& workspace) const;

 private:
  void low_pass(const float* in, float* out, Workspace& workspace) const;

  std::size_t height_, width_;
  std::size_t n_;  ///< even
  /// The row (column) of the picture for each row (column) of the square.
  std::vector<std::size_t> rows_, columns_;
  std::vector<float> gain_;  ///< at 0, 1, .. cycles, within the pass band
  LineTransform forward_, inverse_;
};

}  // namespace hashlab
