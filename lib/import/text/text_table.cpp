#include "lib/import/text/text_table.h"

#include "lib/error.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t max_fields = std::size_t{1} << 20;

/// Removes the next field and the separator after it from a line; none if a quote is not closed or
/// is followed by text.
std::optional<std::string_view> take_field(std::string_view& rest, char separator) {
  const std::size_t begin = rest.find_first_not_of(separator == '\t' ? " " : blanks);
  rest.remove_prefix(std::min(begin, rest.size()));
  std::string_view field;
  const bool has_quotes = rest.starts_with('"');
  if (has_quotes) {
    const std::size_t end = rest.find('"', 1);
    if (end == rest.npos) return std::nullopt;
    field = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
  }
  const std::size_t end =
      std::min(rest.size(), separator == ' ' ? rest.find_first_of(blanks) : rest.find(separator));
  const std::string_view plain = without_blanks(rest.substr(0, end));
  rest.remove_prefix(end);
  if (!has_quotes) return plain;
  return plain.empty() ? std::optional(field) : std::nullopt;
}

/// Does a word begin like a number, such as 1,5 or 1x1?
bool begins_like_number(std::string_view word) {
  return std::string_view("0123456789+-.").find(word.front()) != word.npos;
}

class TextTable final : public ForeignTable {
 public:
  TextTable(const std::string& path, const WantedColumns& wanted, std::optional<bool> has_header)
      : rows_(path) {
    has_row_ = rows_.next();
    if (has_row_) wanted_ = wanted(rows_.fields().size());
    if (has_row_ && has_header.value_or(is_header(rows_, wanted_))) has_row_ = rows_.next();
    if (!has_row_) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: holds no row of numbers, expected one sample a line", path));
    }
    for (const std::size_t j : wanted_) {
      const std::string_view field = rows_.fields()[j];
      if (!is_word(field) || begins_like_number(field)) continue;
      rows_.fail(j, fmt::format("is {}, expected a number: --id-column leaves out a column of "
                                "names, --labels-column makes labels of it",
                                in_quotes(field)));
    }
  }
  std::size_t columns() const override { return wanted_.size(); }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return std::nullopt; }
  const std::string& source() const override { return rows_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    std::size_t count = 0;
    for (; count < at_most && has_row_; ++count) {
      for (const std::size_t j : wanted_) *out++ = rows_.number(j);
      has_row_ = rows_.next();
    }
    return count;
  }

 private:
  TextRows rows_;
  std::vector<std::size_t> wanted_;
  bool has_row_ = false;  // is there a row that has not been handed out?
};

}  // namespace

bool is_word(std::string_view field) {
  static constexpr std::array<std::string_view, 8> missing = {"NA",   "N/A", "null", "NULL",
                                                              "None", "?",   "-",    "."};
  return !field.empty() && !number_of(field) &&
         std::find(missing.begin(), missing.end(), field) == missing.end();
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return parse_real(text);
}

bool TextRows::next() {
  std::string_view line;
  while (lines_.next(line)) {
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == line.npos || line[begin] == '#') continue;
    split(line);
    return true;
  }
  return false;
}

void TextRows::split(std::string_view line) {
  const bool is_first = separator_ == '\0';
  if (is_first) {
    first_line_ = lines_.number();
    const std::string_view inside = without_blanks(line);
    separator_ = ' ';
    for (const char c : {'\t', ',', ';'}) {
      if (inside.find(c) != inside.npos) separator_ = c;
    }
  }
  line = line.substr(0, line.find_last_not_of(blanks) + 1);
  fields_.clear();
  while (true) {
    const std::optional<std::string_view> field = take_field(line, separator_);
    if (!field) fail(fields_.size(), "has a quote that does not end the field");
    if (fields_.size() == max_fields) {
      fail(max_fields, fmt::format("is one too many: expected at most {}", max_fields));
    }
    fields_.push_back(*field);
    if (line.empty()) break;
    line.remove_prefix(1);
  }
  if (is_first) ends_with_separator_ = fields_.size() > 1 && fields_.back().empty();
  if (ends_with_separator_ && fields_.back().empty()) fields_.pop_back();
  if (is_first) width_ = fields_.size();
  if (fields_.size() != width_) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: line {} has {} fields, but line {} has {}: expected as many in "
                            "each line",
                            path(), lines_.number(), fields_.size(), first_line_, width_));
  }
}

double TextRows::number(std::size_t column) const {
  const std::string_view field = fields_[column];
  if (field.empty()) fail(column, "is empty, expected a number: missing values are not read");
  if (const std::optional<double> value = number_of(field)) return *value;
  fail(column, fmt::format("is {}, expected a number{}", in_quotes(field),
                           field.find(',') != field.npos ? " with a point, not a comma" : ""));
}

void TextRows::fail(std::size_t column, const std::string& what) const {
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: line {}, column {} {}", path(), lines_.number(), column + 1, what));
}

bool is_header(const TextRows& row, const std::vector<std::size_t>& columns) {
  bool has_word = false;
  for (const std::size_t j : columns) {
    const std::string_view field = row.fields()[j];
    if (field.empty()) continue;
    if (!is_word(field)) return false;
    has_word = has_word || !begins_like_number(field);  // or it is no evidence of column names
  }
  return has_word;
}

std::vector<std::size_t> every_column(std::size_t fields) {
  std::vector<std::size_t> columns(fields);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

std::unique_ptr<ForeignTable> open_text_table(const std::string& path, const WantedColumns& wanted,
                                              std::optional<bool> has_header) {
  return std::make_unique<TextTable>(path, wanted, has_header);
}

}  // namespace hashlab
