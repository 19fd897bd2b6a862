#include "lib/import/text/text_header.h"

#include "lib/import/text/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {
namespace {

using FieldsOfRow = std::vector<std::string_view>;

/// Does the name of a column say that it has none?
bool is_no_name(std::string_view name) {
  return name.empty() || name == "Unnamed: 0";
}

/// What the fields of a first row would be as names of columns.
struct Names {
  std::size_t words = 0, numbers = 0;
  bool count_up = true;   // the numbers are 0, 1, 2, ..., or 1, 2, 3, ...
  std::size_t first = 0;  // of these
  /// Every word stands above a number, so that it is no value of its column.
  bool above_numbers = true;
};

/// Looks at the fields from `begin` on; `below` is the second row.
Names names_of(const FieldsOfRow& fields, std::size_t begin, const FieldsOfRow& below) {
  Names names;
  for (std::size_t j = begin; j < fields.size(); ++j) {
    const auto number = number_of(fields[j]);
    if (!number) {
      ++names.words;
      names.above_numbers = names.above_numbers && is_word(fields[j]) && number_of(below[j]);
      continue;
    }
    if (names.numbers == 0) names.first = *number == 1 ? 1 : 0;
    names.count_up = names.count_up && *number == static_cast<double>(names.first + names.numbers);
    ++names.numbers;
  }
  return names;
}

bool has_fraction(const FieldsOfRow& fields) {
  return std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
    const auto number = number_of(field);
    return number && *number != std::floor(*number);
  });
}

}  // namespace

TextHeader text_header(const std::string& path, std::optional<bool> given) {
  TextRows rows(path);
  if (!rows.next() || given == false) return {given};
  const std::vector<std::string> copied(rows.fields().begin(), rows.fields().end());
  if (!rows.next()) return {given};
  const FieldsOfRow first(copied.begin(), copied.end());
  const FieldsOfRow& second = rows.fields();
  const std::size_t width = first.size();
  const auto told = [&](std::optional<bool> is_there, bool has_index, const std::string& note) {
    return TextHeader{is_there, has_index, width, fmt::format("{}: {}", path, note)};
  };
  const Names names = names_of(first, 0, second);
  if (width > 1 && is_no_name(first.front())) {
    const Names others = names_of(first, 1, second);
    const bool are_names = others.count_up && (others.numbers == 0 || others.first == 0);
    if (are_names && std::find(first.begin() + 1, first.end(), "") == first.end()) {
      return told(true, true,
                  "the first column has no name: it was left out as the index that pandas writes; "
                  "--features-columns 1- keeps it");
    }
  }
  if (given || width < 2 || names.numbers == 0 || !names.count_up || !names.above_numbers) {
    return {given};
  }
  const bool is_certain = names.words > 0 || names.numbers > 2 || has_fraction(second);
  if (names.first == 0 && is_certain) {
    return told(true, false,
                fmt::format("the first row counts 0 .. {}: it was left out as the names that "
                            "pandas gives to columns; --header no makes a sample of it",
                            names.numbers - 1));
  }
  if (names.words > 0 || (!has_fraction(second) && width < 8)) return {given};  // a small table
  return told(given, false,
              fmt::format("the first row counts {} .. {}, and was read as a sample: --header yes "
                          "leaves it out, if these are names of columns",
                          names.first, names.first + names.numbers - 1));
}

}  // namespace hashlab
