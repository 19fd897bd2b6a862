#include "lib/data/column_ranges.h"

#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

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

std::vector<std::size_t> columns_of_ranges(std::string_view text, std::size_t most) {
  std::vector<std::size_t> columns;
  while (!text.empty()) {
    const std::string_view range = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), range.size() + 1));
    const std::size_t dash = std::min(range.find('-'), range.size());
    const auto first = parse_whole(range.substr(0, dash));
    const auto last = dash == range.size() ? first : parse_whole(range.substr(dash + 1));
    if (!first || !last || *first == 0 || *last < *first) return {};
    if (*last - *first >= most - columns.size()) return {};
    for (std::uint64_t c = *first; c <= *last; ++c) columns.push_back(c - 1);
  }
  return columns;
}

}  // namespace hashlab
