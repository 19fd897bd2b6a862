#include "experiments/suite/suite_key.h"

#include "lib/error.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace hashlab::experiments {

using Values = SuiteKey::Values;

SuiteKey SuiteKey::recorded(RecipePlace place, std::string line_name,
                            std::function<std::string(const RecipeFacts&)> text) && {
  recipe.push_back({place, std::move(line_name), std::move(text)});
  return std::move(*this);
}

SuiteKey SuiteKey::found_by(std::function<Values(const RecordedCell&)> values) && {
  of_cell = std::move(values);
  return std::move(*this);
}

Values split_list(const Values& values) {
  Values words;
  for (std::string value : values) {
    std::replace(value.begin(), value.end(), ',', ' ');
    std::istringstream in(value);
    for (std::string word; in >> word;) words.push_back(word);
  }
  return words;
}

std::uint64_t parse_count(const std::string& key, const std::string& text, std::uint64_t min,
                          std::uint64_t max) {
  const auto value = parse_whole(text);
  if (!value || *value < min || *value > max) {
    refuse(
        fmt::format("option '{}' = '{}', must be a whole number in {} .. {}", key, text, min, max));
  }
  return *value;
}

void refuse_repeats(const std::string& key, Values values) {
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice != values.end()) refuse(fmt::format("option '{}' names '{}' twice", key, *twice));
}

bool fits_in_a_line(const std::string& text) {
  constexpr const char* spaces = " \t\r\n";
  return text.empty() ||
         (text.find_first_of("#\r\n") == std::string::npos && text.find_first_not_of(spaces) == 0 &&
          text.find_last_not_of(spaces) + 1 == text.size());
}

SuiteKey text_key(const std::string& name, std::string help, std::string Suite::*field,
                  bool may_be_empty) {
  return {name,
          std::move(help),
          false,
          [=](Suite& s, const Values& v) {
            if (!fits_in_a_line(v.back())) {
              refuse(
                  fmt::format("key '{}' has a '#', a line break or a space at an end, which a "
                              "suite file cannot hold",
                              name));
            }
            s.*field = v.back();
          },
          [=](const Suite& s) { return (s.*field).empty() ? Values{} : Values{s.*field}; },
          may_be_empty};
}

}  // namespace hashlab::experiments
