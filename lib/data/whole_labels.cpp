#include "lib/data/whole_labels.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlab {

void to_whole_labels(const std::string& path, std::size_t first, std::size_t columns,
                     const std::vector<double>& values, std::int64_t* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != std::floor(values[i]) || !(std::abs(values[i]) < 0x1.0p53)) {
      fail_corrupt(path, fmt::format("label of row {}{} is {}, expected a whole number{}",
                                     first + i / columns,
                                     columns == 1 ? "" : fmt::format(", class {}", i % columns),
                                     values[i], about_scores));
    }
    out[i] = static_cast<std::int64_t>(values[i]);
  }
}

}  // namespace hashlab
