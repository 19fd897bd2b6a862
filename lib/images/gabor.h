#pragma once

#include "lib/images/gist.h"
#include "lib/images/line_transform.h"

#include <array>
#include <cstddef>
#include <vector>

namespace hashlab {

/// One side of the pictures: how long they are along it, mirrored border and all.
struct GistAxis {
  GistAxis(std::size_t pixels, std::size_t mirrored_border, std::size_t blocks);

  std::size_t size, border, n;      ///< n = size + 2 border frequencies
  std::vector<std::size_t> edges;   ///< of the blocks: edges[i] .. edges[i + 1]
  std::vector<std::size_t> source;  ///< the pixel at each of the n places
  LineTransform forward, inverse;
};

/// A filter as the part of the spectrum that it passes: a range of lines, each with one or two
/// pieces, since both the range and what a line lets through may run over the end of the axis.
struct GaborFilter {
  struct Piece {
    std::size_t begin = 0, end = 0;  ///< frequencies
  };
  struct Line {
    std::array<Piece, 2> pieces;  ///< ascending; the second may be empty
    std::vector<float> gain;      ///< at the pieces' frequencies, one after the other
  };
  bool by_row = false;      ///< are lines rows of the spectrum (along x), or columns?
  std::size_t first = 0;    ///< line (first + i) mod number of lines is ...
  std::vector<Line> lines;  ///< ... lines[i]
};

/// Gabor filters and the mean size of their answers over blocks of a picture.
/// Source:  createGabor and gistGabor of the authors' LMgist.
class GaborBank {
 public:
  explicit GaborBank(const GistSettings& settings);

  /// What a thread works in.
  struct Workspace {
    explicit Workspace(const GaborBank& bank);
    Lines columns, rows;  ///< the spectrum of the picture by columns, and by rows
    Lines half;           ///< between passes: a filter's lines turned by a right angle
    std::size_t half_rows;
    std::size_t filled = 0;  ///< numbers of its rows that may differ from zero
    Lines lines;             ///< for single transforms
    std::vector<float> sums;
  };

  const std::vector<GaborFilter>& filters() const { return filters_; }
  /// `energy` gets blocks x blocks numbers a filter, by columns, from height x width pixels.
  void describe(const float* plane, float* energy, Workspace& workspace) const;

 private:
  void transform(const float* plane, Workspace& workspace) const;
  void filter(const GaborFilter& filter, float* energy, Workspace& workspace) const;

  GistAxis y_, x_;
  std::vector<GaborFilter> filters_;
};

}  // namespace hashlab
