#pragma once

#include <string>
#include <vector>

namespace hashlab::results {

/// One line of a chart, through the points (x[i], y[i]).
struct ChartLine {
  std::string name;
  std::vector<double> x, y;  ///< of equal length; points that are not finite are left out
};

/// A chart of several lines. y is in 0 .. 1; x is at least 0, or at least 1 on a logarithmic axis.
struct Chart {
  std::string title, x, y;   ///< `x` and `y` are the names of the axes
  bool logarithmic = false;  ///< true if the x axis is logarithmic
  std::vector<ChartLine> lines;
};

/// The charts as one SVG picture, three in a row. The legend names the lines of the first chart. It
/// takes the last place of the last row, so the number of charts must not be a multiple of three.
std::string svg_of(const std::vector<Chart>& charts);

/// A self-contained HTML page that shows the picture `svg`.
std::string page_of(const std::string& svg);

}  // namespace hashlab::results
