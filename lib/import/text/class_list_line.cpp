#include "lib/import/text/class_list_line.h"

#include "lib/import/text/line_reader.h"
#include "lib/import/text/text_table.h"

#include <algorithm>
#include <cstddef>

namespace hashlab {
namespace {

/// Takes a pair of quotes or brackets off; false if there is none.
bool take_off(std::string_view& text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return false;
  text = without_blanks(text.substr(1, text.size() - 2));
  return true;
}

bool ends_in_a_number(std::string_view name) {
  const std::size_t at = name.find_last_of(list_separators);
  return at != name.npos && number_of(name.substr(at + 1)).has_value();
}

/// Takes the text before the next `separator` off, and the separator.
std::string_view take_list_field(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view field = without_blanks(text.substr(0, end));
  text = without_blanks(text.substr(std::min(end + 1, text.size())));
  return field;
}

/// Takes the name of the sample off; empty if it has none.
std::string_view take_name(std::string_view& line, char after_name) {
  if (!line.starts_with('"')) {
    const std::string_view name = take_list_field(line, after_name);
    return ends_in_a_number(name) ? std::string_view() : name;
  }
  const std::size_t close = line.find('"', 1);
  if (close == line.npos) return {};
  const std::string_view name = line.substr(1, close - 1);
  line.remove_prefix(close + 1);
  return take_list_field(line, after_name).empty() ? name : std::string_view();
}

}  // namespace

std::optional<ClassListLine> class_list_line(std::string_view line, char after_name) {
  ClassListLine result;
  line = without_blanks(line);
  if (after_name != no_separator) {
    result.sample = take_name(line, after_name);
    if (result.sample.empty()) return std::nullopt;
  }
  const bool is_quoted = take_off(line, '"', '"');
  result.has_brackets = take_off(line, '[', ']') || take_off(line, '{', '}');
  result.is_enclosed = is_quoted || result.has_brackets;
  char separator = no_separator;
  for (const char c : list_separators) {
    if (separator == no_separator && line.find(c) != line.npos) separator = c;
  }
  while (!line.empty()) {
    std::string_view name = take_list_field(line, separator);
    if (result.has_brackets && !take_off(name, '\'', '\'')) take_off(name, '"', '"');
    if (name.empty() || name.find('"') != name.npos) return std::nullopt;
    result.classes.push_back(name);
  }
  if (result.classes.size() > 1) result.separator = separator;
  return result;
}

}  // namespace hashlab
