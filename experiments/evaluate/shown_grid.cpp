#include "experiments/evaluate/shown_grid.h"

#include "lib/data/views.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::size_t caption_characters = 18, max_classes = 4;
constexpr std::size_t max_pixels = std::size_t{1} << 26;

/// The name of a hashing method, broken into lines before its separators if possible.
std::vector<std::string> wrapped(std::string_view name) {
  std::vector<std::string> lines;
  while (name.size() > caption_characters) {
    const std::size_t at = name.substr(0, caption_characters).find_last_of("+:,");
    const std::size_t length = at == name.npos || at == 0 ? caption_characters : at;
    lines.emplace_back(name.substr(0, length));
    name.remove_prefix(length);
  }
  lines.emplace_back(name);
  return lines;
}

std::vector<std::string> header_of(const Shown& shown) {
  const std::string name = results::name_in_direction(
      name_of_view(shown.suite.dataset, shown.suite.view), all_directions(shown.suite).front());
  return {
      fmt::format("{}: {} of {} test queries, the first {} of {} items", name, shown.queries.size(),
                  shown.split.test_queries.size(), shown.top, shown.split.test_database.size()),
      fmt::format("split {}, run {}, ground truth {}", shown.suite.splits.front(), shown.run,
                  shown.groundtruth)};
}

const std::vector<std::string> footer = {
    "Framed and crossed: wrong, not relevant to the query. P: share of right ones in the row.",
    "Items at equal distance are in row order; +n tied: n more are as near as the last one."};

/// The classes of a row, with a line for each; only the first few if there are many.
std::vector<std::string> class_lines(const Labels& labels, std::size_t row,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> lines;
  const auto add = [&](std::size_t of) {
    const std::string name = of < names.size() ? names[of] : fmt::format("class {}", of);
    lines.push_back(name.substr(0, caption_characters));
  };
  if (!labels.single.empty()) add(static_cast<std::size_t>(labels.single[row]));
  for (std::size_t c = 0; c < labels.multi.n_rows; ++c) {
    if (labels.multi(c, row) != 0) add(c);
  }
  if (lines.size() > max_classes) {
    lines.resize(max_classes);
    lines.emplace_back("...");
  }
  return lines;
}

results::GridRow row_of(const Shown& shown, const Retrieved& method, std::size_t query,
                        const Tiles& tiles) {
  results::GridRow row;
  row.caption = wrapped(method.hasher);
  row.caption.push_back(fmt::format("{} bits, P {:.2f}", method.bits, method.precision(query)));
  if (method.tied[query] > 0) row.caption.push_back(fmt::format("+{} tied", method.tied[query]));
  const std::size_t first = method.nearest.offsets[query];
  for (std::size_t i = 0; i < method.nearest.positions_of(query).size(); ++i) {
    const std::uint32_t position = method.nearest.positions[first + i];
    row.pictures.push_back(tiles.answer(shown.split.test_database[position]));
    row.wrong.push_back(!method.right[first + i]);
  }
  return row;
}

}  // namespace

results::PictureGrid grid_of(const Shown& shown, const Tiles& tiles) {
  results::PictureGrid grid;
  grid.header = header_of(shown);
  grid.footer = footer;
  grid.columns = shown.top;
  for (std::size_t q = 0; q < shown.queries.size(); ++q) {
    const std::uint32_t row = shown.queries[q];
    results::GridBlock block;
    block.query = tiles.query(row);
    block.caption.push_back(fmt::format("row {}", row));
    for (std::string& line : class_lines(shown.labels, row, tiles.class_names())) {
      block.caption.push_back(std::move(line));
    }
    block.caption.push_back(fmt::format("{} relevant", shown.right_answers[q]));
    for (const Retrieved& method : shown.methods) {
      block.rows.push_back(row_of(shown, method, q, tiles));
    }
    grid.blocks.push_back(std::move(block));
    const results::GridLayout layout = results::layout_of(grid);
    if (layout.width * layout.height > max_pixels) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("a picture of {} queries, {} methods and {} columns would be larger "
                              "than {} pixels: show fewer",
                              shown.queries.size(), shown.methods.size(), shown.top, max_pixels));
    }
  }
  return grid;
}

}  // namespace hashlab::experiments
