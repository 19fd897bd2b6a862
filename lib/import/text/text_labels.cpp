#include "lib/import/text/text_labels.h"

#include "lib/import/words.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hashlab {

void TextLabels::add(const TextRows& row, std::size_t column) {
  constexpr std::size_t max_classes = std::size_t{1} << 20, longest_name = 1024;
  const std::string_view field = row.fields()[column];
  const auto known = ids_.find(field);
  if (known != ids_.end()) {
    rows_.push_back(known->second);
    return;
  }
  if (field.empty()) row.fail(column, "is empty, expected a label");
  const bool is_number = number_of(field).has_value();
  if (ids_.empty()) are_numbers_ = is_number;
  if (is_number != are_numbers_) {
    row.fail(column, fmt::format("is {} after {}: labels are all numbers or all names; a line that "
                                 "names columns has to go",
                                 in_quotes(field), in_quotes(ids_.begin()->first)));
  }
  if (field.size() > longest_name) {
    row.fail(column, fmt::format("has {} bytes, expected the name of a class of at most {}",
                                 field.size(), longest_name));
  }
  if (!is_name(field)) {
    row.fail(column, fmt::format("is {}, which is not UTF-8: convert the file, for instance with "
                                 "iconv",
                                 in_quotes(field)));
  }
  if (ids_.size() == max_classes) {
    row.fail(column, fmt::format("is label {} that differs from all before, expected at most {} "
                                 "classes: is it the column of the labels?",
                                 max_classes + 1, max_classes));
  }
  const auto id = static_cast<std::uint32_t>(ids_.size());
  ids_.emplace(field, id);
  rows_.push_back(id);
}

ForeignPart TextLabels::part(const std::string& source) const {
  std::vector<double> class_of(ids_.size());
  double next = 0;
  for (const auto& [text, id] : ids_) class_of[id] = are_numbers_ ? *number_of(text) : next++;
  std::vector<double> values;
  values.reserve(rows_.size());
  for (const std::uint32_t id : rows_) values.push_back(class_of[id]);
  return {"/labels", table_of(std::move(values), 1, Element::int32, source), {}};
}

std::vector<std::string> TextLabels::class_names() const {
  std::vector<std::string> names;
  if (are_numbers_) return names;
  for (const auto& entry : ids_) names.push_back(entry.first);
  return names;
}

}  // namespace hashlab
