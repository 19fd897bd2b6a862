#pragma once

#include "lib/images/line_transform.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// Continues a row of n elements at both ends by mirroring: ... 1 0 | 0 1 .. n-1 | n-1 n-2 ...
/// Returns the index of the element at position i, which may be negative or beyond the end.
std::size_t mirrored(std::ptrdiff_t i, std::size_t n);

/// GIST's prefilter: takes the logarithm of a picture, subtracts its low frequencies, and divides
/// by the local standard deviation.
/// Source:  prefilt of the authors' LMgist. The picture is mirrored by 5 pixels at each side, and
///          then to the right and downwards until it fills a square. The low frequencies are those
///          of a Gaussian low pass whose gain is one half at `cycles` cycles per side of the
///          square. 0.2 is added to the deviation.
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
  /// width, with values >= 0. All channels are divided by the same standard deviation, that of
  /// their mean.
  void normalise(std::vector<float>& planes, Workspace& workspace) const;

 private:
  void low_pass(const float* in, float* out, Workspace& workspace) const;

  std::size_t height_, width_;
  std::size_t n_;  ///< side of the square in pixels; even
  /// The row (column) of the picture for each row (column) of the square.
  std::vector<std::size_t> rows_, columns_;
  std::vector<float> gain_;  ///< at 0, 1, .. cycles, within the pass band
  LineTransform forward_, inverse_;
};

}  // namespace hashlab
