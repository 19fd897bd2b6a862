#include "lib/recognition/prediction_file.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace hashlab {
namespace {

constexpr std::string_view head = "query,label,confidence";

/// The line at the beginning of `rest`, without its end, which is removed from `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The three fields of a line; no value if it has another number of fields.
std::optional<std::array<std::string_view, 3>> fields_of(std::string_view line) {
  const std::size_t first = line.find(',');
  if (first == line.npos) return std::nullopt;
  const std::size_t second = line.find(',', first + 1);
  if (second == line.npos || line.find(',', second + 1) != line.npos) return std::nullopt;
  return std::array{line.substr(0, first), line.substr(first + 1, second - first - 1),
                    line.substr(second + 1)};
}

}  // namespace

std::string prediction_text(const std::vector<Prediction>& predictions) {
  std::string text = fmt::format("{}\n", head);
  for (std::size_t q = 0; q < predictions.size(); ++q) {
    const Prediction& p = predictions[q];
    text += fmt::format("{},{},{}\n", q, p.label.value_or(-1), number_text(p.confidence));
  }
  return text;
}

std::vector<Prediction> parse_predictions(std::string_view text, const std::string& path,
                                          std::size_t n_queries) {
  std::size_t number = 1;
  const auto fail = [&](const std::string& what) {
    fail_corrupt(fmt::format("{}:{}", path, number), what);
  };
  const auto shown = [](std::string_view field) {
    return visible_text(std::string(field.substr(0, 40)));
  };
  const std::string_view first = take_line(text);
  if (first != head) fail(fmt::format("begins with '{}', expected '{}'", shown(first), head));
  std::vector<Prediction> predictions(n_queries);
  std::vector<bool> has_line(n_queries);
  for (++number; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.empty()) continue;
    const auto fields = fields_of(line);
    if (!fields) fail(fmt::format("has '{}', expected three fields: {}", shown(line), head));
    const std::optional<std::uint64_t> query = parse_whole((*fields)[0]);
    if (!query || *query >= n_queries) {
      fail(fmt::format("has query '{}', expected 0 .. {}: --truth has {} queries",
                       shown((*fields)[0]), n_queries == 0 ? 0 : n_queries - 1, n_queries));
    }
    if (has_line[*query]) fail(fmt::format("has query {} once more", *query));
    const std::optional<std::int64_t> label = parse_integer((*fields)[1]);
    if (!label || *label < -1 || *label > std::numeric_limits<std::int32_t>::max()) {
      fail(fmt::format("has label '{}', expected a class number, or -1 for no prediction",
                       shown((*fields)[1])));
    }
    const std::optional<double> confidence = parse_real((*fields)[2]);
    if (!confidence || !std::isfinite(*confidence)) {
      fail(fmt::format("has confidence '{}', expected a finite number", shown((*fields)[2])));
    }
    has_line[*query] = true;
    if (*label >= 0) predictions[*query].label = *label;
    predictions[*query].confidence = *confidence;
  }
  return predictions;
}

}  // namespace hashlab
