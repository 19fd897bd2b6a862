#pragma once

#include "lib/images/line_transform.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// Place i of a row of n that is mirrored at both ends again and again: 1 0 | 0 1 .. n-1 | n-1 n-2
std::size_t mirrored(std::ptrdiff_t i, std::size_t n);

/// GIST's prefilter: the logarithm of a picture less its low frequencies, divided by its local
/// standard deviation.
/// Source:  prefilt of the authors' LMgist: a Gaussian of half its height at `cycles` cycles, 5
///          pixels mirrored around the picture, 0.2 added to the deviation.
class Contrast {
 public:
  Contrast(std::size_t height, std::size_t width, double cycles);

  std::size_t side() const { return n_; }               ///< of the square that is filtered
  std::size_t passing() const { return gain_.size(); }  ///< columns of its spectrum that matter

  /// What a thread works in.
  struct Workspace {
    explicit Workspace(const Contrast& contrast);
    std::vector<float> extended, low, squares;
    Lines columns, lines;
  };

  /// `planes` holds the channels of one picture one after the other, each height x width, with
  /// values >= 0; the deviation is that of their mean. In place.
  void normalise(std::vector<float>& planes, Workspace& workspace) const;

 private:
  void low_pass(const float* in, float* out, Workspace& workspace) const;

  std::size_t height_, width_;
  std::size_t n_;                            ///< even
  std::vector<std::size_t> rows_, columns_;  ///< of the picture, at each place of the square
  std::vector<float> gain_;                  ///< at 0, 1, .. cycles; as far as it matters
  LineTransform forward_, inverse_;
};

}  // namespace hashlab
