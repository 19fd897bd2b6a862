#include "experiments/run/row_list.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/numbers.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace hashlab::experiments {

Rows read_row_list(const std::string& path, std::size_t n) {
  const std::string text = read_file(path);
  Rows rows;
  std::size_t number = 0;
  const auto fail = [&](std::string_view line, const std::string& what) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: line {} is '{}', {}", path, number, line.substr(0, 40), what));
  };
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto value = parse_whole(line);
    if (!value || *value >= n) fail(line, fmt::format("expected a row in 0 .. {}", n - 1));
    const auto row = static_cast<std::uint32_t>(*value);
    if (!rows.empty() && row <= rows.back()) {
      fail(line, fmt::format("after {}: rows ascend and none repeats ('sort -n -u' sees to that)",
                             rows.back()));
    }
    rows.push_back(row);
  }
  if (rows.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: is empty, expected a row a line", path));
  }
  return rows;
}

Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("train.rows");
  Rows rows;
  for (std::uint32_t row = 0; rows.size() < count; ++row) {
    // Of the n - row rows left, count - size are still to be taken.
    if (rng.below(n - row) < count - rows.size()) rows.push_back(row);
  }
  return rows;
}

}  // namespace hashlab::experiments
