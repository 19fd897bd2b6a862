#include "lib/import/class_texts.h"

#include "lib/error.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return parse_real(text);
}

/// The different parts of a name, without blanks around them.
std::set<std::string_view> parts_of(std::string_view name, char separator) {
  std::set<std::string_view> parts;
  while (!name.empty()) {
    std::string_view part = name.substr(0, name.find(separator));
    name.remove_prefix(std::min(name.size(), part.size() + 1));
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    part = part.substr(0, part.find_last_not_of(' ') + 1);
    if (!part.empty()) parts.insert(part);
  }
  return parts;
}

}  // namespace

LabelTable labels_of_texts(const std::vector<std::string>& texts, const std::string& source) {
  LabelTable labels;
  std::vector<double> values;
  values.reserve(texts.size());
  const bool are_numbers = std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
    return number_in(text).has_value();
  });
  if (are_numbers) {
    for (const std::string& text : texts) values.push_back(*number_in(text));
  } else {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].empty() && is_name(texts[i])) continue;
      fail_corrupt(source, fmt::format("label {} is {}, expected the name of a class", i,
                                       in_quotes(texts[i])));
    }
    const std::set<std::string> names(texts.begin(), texts.end());
    labels.class_names.assign(names.begin(), names.end());
    for (const std::string& text : texts) {
      const auto at = std::lower_bound(labels.class_names.begin(), labels.class_names.end(), text);
      values.push_back(static_cast<double>(at - labels.class_names.begin()));
    }
  }
  labels.table = table_of(std::move(values), 1, Element::int32, source);
  return labels;
}

std::string combined_classes_note(const std::vector<std::string>& class_names) {
  for (const char separator : {'|', ';', ',', '/', ' '}) {
    std::map<std::string, std::size_t, std::less<>> names_with;  // each part
    for (const std::string& name : class_names) {
      for (const std::string_view part : parts_of(name, separator)) ++names_with[std::string(part)];
    }
    std::size_t combined = 0, shared = 0;
    const std::string* example = nullptr;
    for (const std::string& name : class_names) {
      const std::set<std::string_view> parts = parts_of(name, separator);
      if (parts.size() < 2) continue;
      ++combined;
      const bool all_shared = std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
        return names_with.find(part)->second > 1;
      });
      if (all_shared && shared++ == 0) example = &name;
    }
    if (shared < 2 || 2 * shared < combined) continue;
    return fmt::format(
        "{} is one class, but its parts are in other names of classes as well: if these are "
        "several classes of a sample, write a column of 0 and 1 for each, as pandas' "
        "str.get_dummies('{}') does",
        in_quotes(*example), separator);
  }
  return "";
}

}  // namespace hashlab
