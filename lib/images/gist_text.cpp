#include "lib/images/gist.h"

#include <fmt/format.h>

#include <numeric>

namespace hashlab {

std::string GistSettings::text() const {
  const std::size_t filters =
      std::accumulate(orientations.begin(), orientations.end(), std::size_t{0});
  return fmt::format(
      "GIST of {} numbers: {}, {} x {} pixels, {} orientations at scales from fine to coarse, "
      "{} x {} blocks, prefilter of {} cycles, border of {} pixels",
      (colour ? channels : 1) * filters * blocks * blocks,
      colour ? "red, green and blue apart" : "grey", height, width, fmt::join(orientations, ", "),
      blocks, blocks, prefilter, border);
}

}  // namespace hashlab
