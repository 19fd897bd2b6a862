#include "lib/import/class_texts.h"

#include "lib/error.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace hashlab
