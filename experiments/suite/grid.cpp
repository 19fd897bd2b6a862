#include "experiments/suite/grid.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Adds settings to a method name: "itq+npq" with "a=1" becomes "itq+npq:a=1".
std::string with_settings(const hashers::Hasher& hasher, const std::string& settings) {
  MethodName name = parse_method_name(hasher.name);
  name.settings += (name.settings.empty() ? "" : ",") + settings;
  return name.text();
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

/// Parses one grid. Its errors begin with the text of the grid.
class GridReader {
 public:
  explicit GridReader(std::string_view text) : text_(trimmed(text)) {}

  Grid read() const {
    // The last colon counts, because methods with settings contain colons, and keys and values
    // never do.
    const std::size_t colon = text_.rfind(':');
    if (colon == std::string_view::npos || trimmed(text_.substr(colon + 1)).empty()) {
      fail(
          "names no settings to choose from, expected HASHER: key=value,value; key=value, or "
          "HASHER: declared");
    }
    // Keys are counted before they are parsed, because each is compared with all before it.
    const std::string_view head = trimmed(text_.substr(0, colon));
    std::string_view settings = trimmed(text_.substr(colon + 1));
    const std::string worth_trying = settings == "declared" ? declared(std::string(head)) : "";
    if (!worth_trying.empty()) settings = worth_trying;
    const std::vector<std::string_view> axes = pieces(settings, ';');
    if (axes.size() > max_grid_keys) fail(fmt::format("has more than {} keys", max_grid_keys));
    Grid grid;
    grid.base = hasher(std::string(head));
    for (const std::string_view piece : axes) {
      Grid::Axis next = axis(*grid.base, piece);
      for (const Grid::Axis& other : grid.axes) {
        if (other.key == next.key) fail(fmt::format("key '{}' is given twice", next.key));
      }
      grid.axes.push_back(std::move(next));
    }
    grid.points = points(grid);
    std::vector<const hashers::Hasher*> choices;
    for (const Grid::Point& point : grid.points) choices.push_back(point.hasher.get());
    grid.base =
        std::make_shared<const hashers::Hasher>(hashers::make_base(grid.base->name, choices));
    return grid;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    constexpr std::size_t most = 500;  // an error is one line
    throw Error(ErrorCode::invalid_argument, fmt::format("grid '{}{}': {}", text_.substr(0, most),
                                                         text_.size() > most ? "..." : "", what));
  }

  std::shared_ptr<const hashers::Hasher> hasher(const std::string& name) const {
    try {
      return std::make_shared<const hashers::Hasher>(hashers::make_hasher(name));
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  /// The grids that projection and quantiser declare, without the settings that `head` fixes.
  std::string declared(const std::string& head) const {
    const auto base = hasher(head);
    const std::vector<std::pair<std::string, std::string>> set = parse_spec(head).settings;
    std::string axes;
    for (const std::string& of_method : {base->learner().grid(), base->quantiser->grid()}) {
      for (const std::string_view axis : pieces(of_method, ';')) {
        const std::string_view key = axis.substr(0, axis.find('='));
        const bool is_set = std::any_of(set.begin(), set.end(),
                                        [&](const auto& setting) { return setting.first == key; });
        if (axis.empty() || is_set) continue;
        axes += fmt::format("{}{}", axes.empty() ? "" : "; ", axis);
      }
    }
    if (axes.empty()) fail("its methods declare no other settings worth trying: use 'hasher ='");
    return axes;
  }

  Grid::Axis axis(const hashers::Hasher& base, std::string_view piece) const {
    const std::size_t equals = piece.find('=');
    const std::string key(trimmed(piece.substr(0, equals)));
    if (equals == std::string_view::npos || key.empty()) {
      fail(fmt::format("'{}' is not key=value,value", piece));
    }
    Grid::Axis result{key, {}};
    const std::vector<std::string_view> values = pieces(piece.substr(equals + 1), ',');
    if (values.size() > max_grid_points) {
      fail(fmt::format("key '{}' has {} values, at most {} combinations are tried", key,
                       values.size(), max_grid_points));
    }
    for (const std::string_view value : values) {
      if (value.empty()) fail(fmt::format("key '{}' has an empty value", key));
      const auto one = hasher(with_settings(base, fmt::format("{}={}", key, value)));
      const std::string& canonical = one->settings.at(key);
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
      if (settings.size() * axis.values.size() > max_grid_points) {
        fail(fmt::format("has more than {} combinations", max_grid_points));
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
      all.push_back({hasher(with_settings(*grid.base, s)), s});
    }
    return all;
  }

  std::string_view text_;
};

}  // namespace

std::string Grid::name() const {
  MethodName name = parse_method_name(base->name);
  name.tuned = true;
  return name.text();
}

std::string Grid::text() const {
  std::string result = base->name;
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

}  // namespace hashlab::experiments
