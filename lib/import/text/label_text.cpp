#include "lib/import/text/label_text.h"

#include "lib/error.h"
#include "lib/import/text/class_lists.h"
#include "lib/import/text/sample_names.h"
#include "lib/import/text/text_header.h"
#include "lib/import/text/text_labels.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

using Fields = std::vector<std::string>;

bool is_yes_or_no(const std::string& field) {
  const std::optional<double> value = number_of(field);
  return value && (*value == 0 || *value == 1 || *value == -1);
}

bool is_a_number(const std::string& field) {
  return number_of(field).has_value();
}

/// The fields from the second one on satisfy `test`.
template <typename Test>
bool rest_is(const Fields& row, Test test) {
  return row.size() > 1 && std::all_of(row.begin() + 1, row.end(), test);
}

/// A line of names, or of 0 and 1 behind a number, which may be that of the sample.
bool may_be_numbered(const Fields& row) {
  const bool is_header = std::none_of(row.begin(), row.end(), is_a_number);
  return row.size() > 2 && (is_header || rest_is(row, is_yes_or_no));
}

bool begins_with_yes_or_no(const Fields& row) {
  return !is_a_number(row.front()) || is_yes_or_no(row.front());
}

/// What the lines of a text of labels are.
struct LabelForm {
  bool has_name = false;    ///< of the sample, in the first field
  bool are_words = false;   ///< one name of a class
  bool has_header = false;  ///< the first line names columns
};

/// The first rows, at most two.
std::vector<Fields> first_rows(const std::string& path) {
  TextRows rows(path);
  std::vector<Fields> first;
  while (first.size() < 2 && rows.next()) {
    first.emplace_back(rows.fields().begin(), rows.fields().end());
  }
  return first;
}

/// Does the first line name columns, the first of them that of the samples?
bool begins_with_names(const std::string& path) {
  TextRows rows(path);
  return rows.next() && names_samples({rows.fields().begin(), rows.fields().end()});
}

/// By the second row, since the first may name columns.
std::optional<LabelForm> form_of(const std::vector<Fields>& first, bool has_index) {
  const Fields& row = first.back();
  LabelForm form;
  if (has_index) {
    form.has_name = form.has_header = true;
    form.are_words = row.size() == 2 && !is_a_number(row.back());
    if (form.are_words || rest_is(row, is_a_number)) return form;
    return std::nullopt;
  }
  if (std::all_of(row.begin(), row.end(), is_a_number)) {
    form.has_name = names_samples(first.front()) ||
                    (std::all_of(first.begin(), first.end(), may_be_numbered) &&
                     !std::all_of(first.begin(), first.end(), begins_with_yes_or_no));
    return form;
  }
  form.has_name = row.size() > 1;
  if (rest_is(row, is_a_number)) return form;
  if (row.size() > 2 || (row.size() == 2 && !names_a_sample(row.front()))) return std::nullopt;
  form.are_words = true;
  form.has_header = row.size() == 2 && !names_a_sample(first.front().front());
  return form;
}

constexpr std::string_view inner_separators = " \t,;:|";

/// "0 1 0", "1|0": columns of 0 and 1 in one field.
bool holds_columns(std::string_view field) {
  std::size_t columns = 0;
  while (!field.empty()) {
    const std::size_t end = std::min(field.find_first_of(inner_separators), field.size());
    if (end > 0) {
      if (!is_yes_or_no(std::string(field.substr(0, end)))) return false;
      ++columns;
    }
    field.remove_prefix(std::min(field.size(), end + 1));
  }
  return columns > 1;
}

/// The name of a sample that ends in what may be the first of the columns after it.
bool ends_in_a_column(const std::string& name) {
  const std::size_t at = name.find_last_of(inner_separators);
  return at != name.npos && is_yes_or_no(name.substr(at + 1));
}

/// Digits 0 and 1 without anything between them, as many in each row.
bool are_joined_columns(const std::string& path) {
  TextRows rows(path);
  std::size_t width = 0;
  bool has_leading_zero = false;
  for (bool is_first = true; rows.next(); is_first = false) {
    const std::string_view field = rows.fields().back();
    if (field.empty() || field.find_first_not_of("01") != field.npos) {
      if (is_first) continue;  // a column name
      return false;
    }
    if (width != 0 && field.size() != width) return false;
    width = field.size();
    has_leading_zero = has_leading_zero || field.front() == '0';
  }
  return width > 2 && has_leading_zero;
}

/// Refuses columns of 0 and 1 of which some or all are not divided as the fields are, so that they
/// would be taken for a part of a name, or for one class.
void refuse_other_separators(const std::string& path, const LabelForm& form, const Fields& row) {
  constexpr const char* remedy = "write one kind of separator, as by tr '\\t ;|' ','";
  if (form.has_name && !form.are_words && row.size() > 2 && rest_is(row, is_yes_or_no) &&
      ends_in_a_column(row.front())) {
    fail_corrupt(path, fmt::format("a line begins with {} before columns of 0 and 1, which may be "
                                   "a name and the first column: {}",
                                   in_quotes(row.front()), remedy));
  }
  if (form.are_words && holds_columns(row.back())) {
    fail_corrupt(path, fmt::format("the class of a sample is {}, which may be columns of 0 and 1: "
                                   "{}",
                                   in_quotes(row.back()), remedy));
  }
  if (form.has_name && !form.are_words && row.size() == 2 && are_joined_columns(path)) {
    fail_corrupt(path, fmt::format("the class of a sample is {}, and all are as many digits 0 and "
                                   "1, which may be columns: put a blank between them",
                                   in_quotes(row.back())));
  }
}

/// One name of a class a line, in field `column`.
LabelTable words_in(const std::string& path, std::size_t column, bool has_header) {
  TextLabels labels;
  TextRows rows(path);
  if (has_header) rows.next();
  while (rows.next()) labels.add(rows, column);
  return {std::move(labels.part(path).table), labels.class_names(), {}};
}

std::vector<std::size_t> all_but_first(std::size_t fields) {
  std::vector<std::size_t> columns = every_column(fields);
  columns.erase(columns.begin());
  return columns;
}

/// The first field of each row; nothing if one is no text.
std::vector<std::string> names_in(const std::string& path, const LabelForm& form) {
  std::vector<std::string> names;
  TextRows rows(path);
  for (bool is_first = true; rows.next(); is_first = false) {
    if (is_first &&
        (form.are_words ? form.has_header : is_header(rows, all_but_first(rows.fields().size())))) {
      continue;
    }
    if (!is_name(rows.fields().front())) return {};
    names.emplace_back(rows.fields().front());
  }
  return names;
}

/// A note if the first field of each row is a whole number, as the number of its sample is, and
/// these do not ascend. Rows are nevertheless taken in the order of the file.
std::vector<std::string> order_notes(const std::string& path) {
  TextRows rows(path);
  std::optional<double> before;
  for (bool is_first = true; rows.next(); is_first = false) {
    const std::optional<double> number = number_of(std::string(rows.fields().front()));
    if (!number || *number != std::floor(*number)) {
      if (is_first) continue;  // a column name
      return {};
    }
    if (before && *number <= *before) {
      return {
          fmt::format("{}: the first column, which numbers the samples, does not ascend ({:.0f} "
                      "is followed by {:.0f}), and line i is taken for sample i: sort the "
                      "lines by this column unless the features are in their order",
                      path, *before, *number)};
    }
    before = number;
  }
  return {};
}

}  // namespace

LabelTable open_label_text(const std::string& path) {
  if (std::optional<LabelTable> lists = open_class_lists(path, begins_with_names(path))) {
    return std::move(*lists);
  }
  const std::vector<Fields> first = first_rows(path);
  if (first.empty()) fail_corrupt(path, "holds no labels");
  const bool has_index = text_header(path, std::nullopt).has_index;
  const std::optional<LabelForm> form = form_of(first, has_index);
  if (!form) {
    fail_corrupt(path, fmt::format("a line begins with {}: expected a class, a column of 0 and 1 "
                                   "for each class, or either after the name of the sample; names "
                                   "with blanks need quotes",
                                   in_quotes(first.back().front())));
  }
  refuse_other_separators(path, *form, first.back());
  LabelTable labels;
  if (form->are_words) {
    labels = words_in(path, form->has_name ? 1 : 0, form->has_header);
  } else {
    labels.table = open_text_table(
        path, form->has_name ? WantedColumns(all_but_first) : WantedColumns(every_column),
        has_index ? std::optional(true) : std::nullopt);
  }
  if (form->has_name && !has_index) labels.row_names = names_in(path, *form);
  if (form->has_name) labels.notes = order_notes(path);
  return labels;
}

}  // namespace hashlab
