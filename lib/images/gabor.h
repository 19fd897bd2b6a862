#pragma once

#include "lib/images/gist.h"
#include "lib/images/line_transform.h"

#include <array>
#include <cstddef>
#include <vector>

namespace hashlab {

/// One axis of the pictures: their size along it, the mirrored border, and the blocks.
struct GistAxis {
  GistAxis(std::size_t pixels, std::size_t mirrored_border, std::size_t blocks);

  std::size_t size, border, n;      ///< n = size + 2 border: length and number of frequencies
  std::vector<std::size_t> edges;   ///< block i holds the pixels edges[i] .. edges[i + 1] - 1
  std::vector<std::size_t> source;  ///< for each of the n positions, the pixel at that position
  LineTransform forward, inverse;
};

/// A filter, stored as its pass band: a range of rows or columns of the spectrum ("lines"), and in
/// each line an interval of frequencies. Both may wrap around the end of their axis. An interval
/// that wraps around is stored as two pieces.
struct GaborFilter {
  struct Piece {
    std::size_t begin = 0, end = 0;  ///< frequencies begin .. end - 1
  };
  struct Line {
    std::array<Piece, 2> pieces;  ///< ascending; the second may be empty
    std::vector<float> gain;      ///< at the frequencies of both pieces, one after the other
  };
  bool by_row = false;    ///< true if the lines are rows of the spectrum (along x), false for
                          ///< columns
  std::size_t first = 0;  ///< lines[i] is line first + i of the spectrum, modulo the number of
                          ///< lines of the spectrum
  std::vector<Line> lines;
};

/// A bank of Gabor filters, which computes the mean magnitude of their responses over blocks of a
/// picture.
/// Source:  createGabor and gistGabor of the authors' LMgist.
class GaborBank {
 public:
  explicit GaborBank(const GistSettings& settings);

  /// The buffers of one thread.
  struct Workspace {
    explicit Workspace(const GaborBank& bank);
    Lines columns, rows;  ///< the spectrum of the picture by columns, and by rows
    Lines half;           ///< result of the first pass for one filter, transposed
    std::size_t half_rows;
    std::size_t filled = 0;  ///< how many numbers of each row of `half` may be non-zero
    Lines lines;             ///< for single transforms
    std::vector<float> sums;
  };

  const std::vector<GaborFilter>& filters() const { return filters_; }
  /// Computes blocks x blocks mean magnitudes per filter, column-major, and stores them in
  /// `energy`. `plane` is one channel: height x width numbers, row by row.
  void describe(const float* plane, float* energy, Workspace& workspace) const;

 private:
  void transform(const float* plane, Workspace& workspace) const;
  void filter(const GaborFilter& filter, float* energy, Workspace& workspace) const;

  GistAxis y_, x_;
  std::vector<GaborFilter> filters_;
};

}  // namespace hashlab
