#include "lib/options.h"

#include "lib/error.h"
#include "lib/lower_case.h"
#include "lib/numbers.h"
#include "lib/synonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

/// Of a unit.
constexpr double min_multiple = 1e-9;

std::optional<double> real_within(const std::string& text, double min, double max) {
  const auto number = parse_real(text);
  return number && *number >= min && *number <= max ? number : std::nullopt;
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

Option described(std::string name, std::string help, std::string allowed) {
  Option option;
  option.name = std::move(name);
  option.help = std::move(help);
  option.allowed = std::move(allowed);
  return option;
}

}  // namespace

std::string Scaled::text(const std::string& unit) const {
  if (!relative) return number_text(number);
  return number == 1 ? unit : number_text(number) + "*" + unit;
}

Option& Option::added_later() {
  is_added_later = true;
  return *this;
}

Option& Option::only_if(std::string option, std::string value) {
  conditions.push_back({std::move(option), std::move(value), true});
  return *this;
}

Option& Option::unless(std::string option, std::string value) {
  conditions.push_back({std::move(option), std::move(value), false});
  return *this;
}

std::string Option::used_when() const {
  std::string text;
  for (const Condition& c : conditions) {
    text += fmt::format("{}{} {}={}", text.empty() ? "" : ", ", c.equal ? "with" : "not with",
                        c.option, c.value);
  }
  return text;
}

Option& Options::add(Option option) {
  option.default_value = option.get();
  options_.push_back(std::move(option));
  return options_.back();
}

Option& Options::add_words(std::string name, std::vector<std::string> choices, std::string help,
                           std::function<std::string()> get,
                           std::function<void(std::size_t)> choose) {
  Option option =
      described(std::move(name), std::move(help), fmt::format("{}", fmt::join(choices, " | ")));
  option.choices = choices;
  option.get = std::move(get);
  option.set = [choices = std::move(choices), choose = std::move(choose)](const std::string& text) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end()) return false;
    choose(static_cast<std::size_t>(found - choices.begin()));
    return true;
  };
  return add(std::move(option));
}

Option& Options::count(std::string name, std::size_t& value, std::size_t min, std::size_t max,
                       std::string help) {
  Option option = described(std::move(name), std::move(help),
                            range_text(std::to_string(min), std::to_string(max)));
  option.get = [&value] { return std::to_string(value); };
  option.set = [&value, min, max](const std::string& text) {
    const auto number = parse_whole(text);
    if (!number || *number < min || *number > max) return false;
    value = *number;
    return true;
  };
  return add(std::move(option));
}

Option& Options::real(std::string name, double& value, double min, double max, std::string help) {
  Option option =
      described(std::move(name), std::move(help), range_text(number_text(min), number_text(max)));
  option.get = [&value] { return number_text(value); };
  option.set = [&value, min, max](const std::string& text) {
    const auto number = real_within(text, min, max);
    if (number) value = *number;
    return number.has_value();
  };
  return add(std::move(option));
}

Option& Options::real_or_auto(std::string name, std::optional<double>& value, double min,
                              double max, std::string help) {
  Option option = described(std::move(name), std::move(help),
                            "auto | " + range_text(number_text(min), number_text(max)));
  option.get = [&value] { return value ? number_text(*value) : std::string("auto"); };
  option.set = [&value, min, max](const std::string& text) {
    const auto number = real_within(text, min, max);
    if (number || text == "auto") value = number;
    return number || text == "auto";
  };
  return add(std::move(option));
}

Option& Options::scaled(std::string name, Scaled& value, std::string unit, double min, double max,
                        std::string help) {
  Option option = described(
      std::move(name), std::move(help),
      fmt::format("{0} | NUMBER*{0} | {1}", unit, range_text(number_text(min), number_text(max))));
  option.get = [&value, unit] { return value.text(unit); };
  option.set = [&value, unit, min, max](const std::string& text) {
    const bool relative = text == unit || text.ends_with("*" + unit);
    if (text == unit) {
      value = {1, true};
      return true;
    }
    const auto number = relative ? real_within(text.substr(0, text.size() - unit.size() - 1),
                                               min_multiple, 1 / min_multiple)
                                 : real_within(text, min, max);
    if (number) value = {*number, relative};
    return number.has_value();
  };
  return add(std::move(option));
}

Option& Options::choice(std::string name, std::string& value, std::vector<std::string> choices,
                        std::string help) {
  const auto get = [&value] { return value; };
  const auto choose = [&value, choices](std::size_t index) { value = choices[index]; };
  return add_words(std::move(name), std::move(choices), std::move(help), get, choose);
}

Option& Options::flag(const std::string& name, bool& value, const std::string& help) {
  return one_of(name, value, {{"yes", true}, {"no", false}}, help);
}

Option& Options::place(std::string name, std::string& value, std::string help) {
  Option option = described(std::move(name), std::move(help), "a path");
  option.is_place = true;
  option.get = [&value] { return value; };
  option.set = [&value](const std::string& text) {
    value = text;
    return !text.empty();
  };
  return add(std::move(option));
}

bool Options::has(std::string_view name) const {
  return std::any_of(options_.begin(), options_.end(),
                     [&](const Option& option) { return option.name == name; });
}

const Option& Options::find(std::string_view name) const {
  std::vector<std::string> known;
  for (const Option& option : options_) {
    if (option.name == name) return option;
    known.push_back(option.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown option '{}'{}", name, suggestion(name, known)));
}

void Options::set(std::string_view name, const std::string& value) {
  const Option& option = find(name);
  if (option.set(value)) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("option '{}' = '{}', must be {}", name, value, option.allowed));
}

std::string Options::why_unused(std::string_view name) const {
  for (const Option::Condition& condition : find(name).conditions) {
    const std::string value = get(condition.option);
    if ((value == condition.value) != condition.equal) {
      return fmt::format("option '{}' is not used with {}={}", name, condition.option, value);
    }
    const std::string other = why_unused(condition.option);
    if (!other.empty()) return fmt::format("option '{}' is not used: {}", name, other);
  }
  return {};
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

Spec parse_spec(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    constexpr std::size_t most = 500;  // an error is one line
    throw Error(ErrorCode::invalid_argument,
                fmt::format("'{}{}': {}, expected NAME or NAME:key=value,key=value",
                            text.substr(0, most), text.size() > most ? "..." : "", why));
  };
  constexpr std::ptrdiff_t max_settings = 64;  // each is compared with those before it
  if (std::count(text.begin(), text.end(), ',') >= max_settings) {
    fail(fmt::format("has more than {} settings", max_settings));
  }
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

std::vector<std::string> nearest_names(std::string_view name, std::vector<std::string> known,
                                       std::size_t count) {
  const std::string wanted = lower_case(name);
  const auto distance = [&](const std::string& candidate) {
    return edit_distance(wanted, lower_case(candidate));
  };
  std::stable_sort(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
    return distance(a) < distance(b);
  });
  known.resize(std::min(known.size(), count));
  return known;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  const std::string wanted = lower_case(name);
  const std::string* nearest = nullptr;
  // A third of the letters may be wrong, and always at least two: "itqq", "evolutoin".
  std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t d = edit_distance(wanted, lower_case(candidate));
    if (d < best && d < candidate.size()) {
      best = d;
      nearest = &candidate;
    }
  }
  // A word with another meaning counts unless only a letter is wrong.
  if (best > 1) {
    if (const std::string* meant = synonym(name, known)) nearest = meant;
  }
  return nearest ? fmt::format(", did you mean '{}'?", *nearest) : std::string();
}

}  // namespace hashlab
