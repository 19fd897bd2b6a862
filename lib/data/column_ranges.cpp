#include "lib/data/column_ranges.h"

#include <fmt/format.h>

namespace hashlab {

std::string column_ranges(const std::vector<std::size_t>& columns, std::size_t most) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < columns.size();) {
    std::size_t end = i + 1;
    while (end < columns.size() && columns[end] == columns[end - 1] + 1) ++end;
    ranges.push_back(end - i == 1 ? fmt::format("{}", columns[i] + 1)
                                  : fmt::format("{}-{}", columns[i] + 1, columns[end - 1] + 1));
    if (most > 0 && ranges.size() > most) return "";
    i = end;
  }
  return fmt::format("{}", fmt::join(ranges, ","));
}

}  // namespace hashlab
