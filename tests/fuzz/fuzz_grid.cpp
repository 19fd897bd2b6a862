// Any text is a grid of settings or an Error, and a grid's own text reads back as itself.
#include "experiments/suite/grid.h"
#include "lib/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hashlab::experiments::Grid grid;
  try {
    grid = hashlab::experiments::parse_grid({reinterpret_cast<const char*>(data), size});
  } catch (const hashlab::Error&) {
    return 0;
  }
  std::size_t points = 1;
  for (const hashlab::experiments::Grid::Axis& axis : grid.axes) points *= axis.values.size();
  if (grid.points.size() != points || points > hashlab::experiments::max_grid_points) std::abort();
  const hashlab::experiments::Grid again = hashlab::experiments::parse_grid(grid.text());
  if (again.text() != grid.text() || again.name() != grid.name()) std::abort();
  for (std::size_t i = 0; i < points; ++i) {
    if (again.points[i].settings != grid.points[i].settings) std::abort();
  }
  return 0;
}
