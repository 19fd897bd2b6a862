#include "experiments/grid.h"

#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::string_view tuned = "tuned";

/// "itq+npq" and "a=1" make "itq+npq:a=1"; one that has settings gets another.
std::string with_settings(const std::string& hasher, std::string_view settings) {
  return fmt::format("{}{}{}", hasher, hasher.find(':') == std::string::npos ? ':' : ',', settings);
}

std::string_view trimmed(std::string_view text) {
  constexpr const char* spaces = " \t\r";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) + 1 - first);
}

std::vector<std::string_view> pieces(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  for (std::size_t end; (end = text.find(separator)) != std::string_view::npos;) {
    all.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  all.push_back(trimmed(text));
  return all;
}

/// Errors are those of one grid: they begin with its text.
class GridReader {
 public:
  explicit GridReader(std::string_view text) : text_(trimmed(text)) {}

  Grid read() const {
    // A hasher with settings has a colon of its own; no key or value has one.
    const std::size_t colon = text_.rfind(':');
    if (colon == std::string_view::npos || trimmed(text_.substr(colon + 1)).empty()) {
      fail("names no settings to choose from, expected HASHER: key=value,value; key=value");
    }
    Grid grid;
    grid.base = hasher(std::string(trimmed(text_.substr(0, colon)))).name;
    for (const std::string_view piece : pieces(text_.substr(colon + 1), ';')) {
      Grid::Axis next = axis(grid.base, piece);
      for (const Grid::Axis& other : grid.axes) {
        if (other.key == next.key) fail(fmt::format("key '{}' is given twice", next.key));
      }
      grid.axes.push_back(std::move(next));
    }
    grid.points = points(grid);
    return grid;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::invalid_argument, fmt::format("grid '{}': {}", text_, what));
  }

  Hasher hasher(const std::string& name) const {
    try {
      return make_hasher(name);
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  Grid::Axis axis(const std::string& base, std::string_view piece) const {
    const std::size_t equals = piece.find('=');
    const std::string key(trimmed(piece.substr(0, equals)));
    if (equals == std::string_view::npos || key.empty()) {
      fail(fmt::format("'{}' is not key=value,value", piece));
    }
    Grid::Axis result{key, {}};
    for (const std::string_view value : pieces(piece.substr(equals + 1), ',')) {
      if (value.empty()) fail(fmt::format("key '{}' has an empty value", key));
      const Hasher one = hasher(with_settings(base, fmt::format("{}={}", key, value)));
      const std::string& canonical = one.settings.at(key);
      if (std::find(result.values.begin(), result.values.end(), canonical) != result.values.end()) {
        fail(fmt::format("key '{}' has the value '{}' twice", key, canonical));
      }
      result.values.push_back(canonical);
    }
    return result;
  }

  std::vector<Grid::Point> points(const Grid& grid) const {
    std::vector<std::string> settings = {""};
    for (const Grid::Axis& axis : grid.axes) {
      if (settings.size() * axis.values.size() > most_grid_points) {
        fail(fmt::format("has more than {} combinations", most_grid_points));
      }
      std::vector<std::string> longer;
      for (const std::string& head : settings) {
        for (const std::string& value : axis.values) {
          longer.push_back(
              fmt::format("{}{}{}={}", head, head.empty() ? "" : ",", axis.key, value));
        }
      }
      settings = std::move(longer);
    }
    std::vector<Grid::Point> all;
    for (const std::string& s : settings) {
      all.push_back({hasher(with_settings(grid.base, s)).name, s});
    }
    return all;
  }

  std::string_view text_;
};

}  // namespace

std::string Grid::name() const {
  return with_settings(base, tuned);
}

std::string Grid::text() const {
  std::string result = base;
  char separator = ':';
  for (const Axis& axis : axes) {
    result += fmt::format("{} {}={}", separator, axis.key, fmt::join(axis.values, ","));
    separator = ';';
  }
  return result;
}

Grid parse_grid(std::string_view text) {
  return GridReader(text).read();
}

std::string canonical_method(const std::string& name) {
  for (const char separator : {':', ','}) {
    const std::string end = separator + std::string(tuned);
    if (!name.ends_with(end)) continue;
    return with_settings(make_hasher(name.substr(0, name.size() - end.size())).name, tuned);
  }
  return make_hasher(name).name;
}

}  // namespace hashlab
