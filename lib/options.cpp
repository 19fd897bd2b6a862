#include "lib/options.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace hashlab {
namespace {

template <typename Number>
std::optional<Number> parse_number(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || text.empty()) return std::nullopt;
  return value;
}

std::string range_text(const std::string& min, const std::string& max) {
  return fmt::format("{} .. {}", min, max);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

void Options::add(Option option) {
  option.default_value = option.get();
  options_.push_back(std::move(option));
}

void Options::count(std::string name, std::size_t& value, std::size_t min, std::size_t max,
                    std::string help) {
  add({std::move(name), std::move(help), "", range_text(std::to_string(min), std::to_string(max)),
       [&value] { return std::to_string(value); },
       [&value, min, max](const std::string& text) {
         const auto number = parse_number<std::size_t>(text);
         if (!number || *number < min || *number > max) return false;
         value = *number;
         return true;
       }});
}

void Options::real(std::string name, double& value, double min, double max, std::string help) {
  add({std::move(name), std::move(help), "", range_text(number_text(min), number_text(max)),
       [&value] { return number_text(value); },
       [&value, min, max](const std::string& text) {
         const auto number = parse_number<double>(text);
         if (!number || !(*number >= min && *number <= max)) return false;
         value = *number;
         return true;
       }});
}

void Options::choice(std::string name, std::string& value, std::vector<std::string> choices,
                     std::string help) {
  add({std::move(name), std::move(help), "", fmt::format("{}", fmt::join(choices, " | ")),
       [&value] { return value; },
       [&value, choices](const std::string& text) {
         if (std::find(choices.begin(), choices.end(), text) == choices.end()) return false;
         value = text;
         return true;
       }});
}

void Options::place(std::string name, std::string& value, std::string help) {
  add({std::move(name), std::move(help), "", "a path", [&value] { return value; },
       [&value](const std::string& text) {
         value = text;
         return !text.empty();
       },
       /*is_place=*/true});
}

void Options::real_or_auto(std::string name, double& value, double automatic, double min,
                           double max, std::string help) {
  add({std::move(name), std::move(help), "",
       "auto | " + range_text(number_text(min), number_text(max)),
       [&value, automatic] {
         return value == automatic ? std::string("auto") : number_text(value);
       },
       [&value, automatic, min, max](const std::string& text) {
         if (text == "auto") {
           value = automatic;
           return true;
         }
         const auto number = parse_number<double>(text);
         if (!number || !(*number >= min && *number <= max)) return false;
         value = *number;
         return true;
       }});
}

bool Options::has(std::string_view name) const {
  return std::any_of(options_.begin(), options_.end(),
                     [&](const Option& option) { return option.name == name; });
}

void Options::set(std::string_view name, const std::string& value) {
  for (const Option& option : options_) {
    if (option.name != name) continue;
    if (option.set(value)) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '{}' = '{}', must be {}", name, value, option.allowed));
  }
  std::vector<std::string> known;
  for (const Option& option : options_) known.push_back(option.name);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown option '{}'{}", name, suggestion(name, known)));
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

Spec parse_spec(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("'{}': {}, expected NAME or NAME:key=value,key=value", text, why));
  };
  Spec spec;
  const std::size_t colon = text.find(':');
  spec.name = text.substr(0, colon);
  if (spec.name.empty()) fail("the name is empty");
  if (colon == std::string_view::npos) return spec;
  std::string_view rest = text.substr(colon + 1);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == part.size()) {
      fail(fmt::format("'{}' is not key=value", part));
    }
    const std::string key(part.substr(0, equals));
    for (const auto& [known, value] : spec.settings) {
      if (known == key) fail(fmt::format("key '{}' is given twice", key));
    }
    spec.settings.emplace_back(key, part.substr(equals + 1));
  }
  return spec;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  // Up to a third of the letters may be wrong, and always two: "itqq", "evolutoin".
  std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t d = edit_distance(name, candidate);
    if (d < best && d < candidate.size()) {
      best = d;
      nearest = &candidate;
    }
  }
  return nearest ? fmt::format(", did you mean '{}'?", *nearest) : std::string();
}

}  // namespace hashlab
