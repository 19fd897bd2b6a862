#include "results/site/csv_table.h"

#include "lib/error.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hashlab::results {
namespace {

constexpr std::size_t most_columns = 256;

[[noreturn]] void fail_in_line(const std::string& name, std::size_t line, const std::string& why) {
  fail_corrupt(fmt::format("{}:{}", name, line), why);
}

std::vector<std::string> split_fields(std::string_view line, const std::string& name,
                                      std::size_t number) {
  std::vector<std::string> fields;
  std::size_t at = 0;
  while (true) {
    std::string field;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at == line.size()) fail_in_line(name, number, "a quoted field does not end");
        if (line[at] != '"') {
          field += line[at];
        } else if (at + 1 < line.size() && line[at + 1] == '"') {
          field += '"';
          ++at;
        } else {
          break;
        }
      }
      ++at;
      if (at < line.size() && line[at] != ',') {
        fail_in_line(name, number, "text behind a quoted field, expected a comma");
      }
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      field = line.substr(at, end - at);
      if (field.find('"') != std::string::npos) {
        fail_in_line(name, number, "a quote inside a field without quotes");
      }
      at = end;
    }
    fields.push_back(std::move(field));
    if (at == line.size()) return fields;
    ++at;  // the comma
    if (fields.size() > most_columns) {
      fail_in_line(name, number, fmt::format("more than {} fields", most_columns));
    }
  }
}

void check_header(const CsvTable& table) {
  std::vector<std::string> sorted = table.columns;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front().empty()) fail_in_line(table.name, 1, "a column has no name");
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    fail_in_line(table.name, 1, fmt::format("column '{}' is there twice", visible_text(*twice)));
  }
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name_) const {
  const auto found = std::find(columns.begin(), columns.end(), name_);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

bool CsvTable::has(std::initializer_list<std::string_view> names) const {
  return std::all_of(names.begin(), names.end(),
                     [&](std::string_view wanted) { return column(wanted).has_value(); });
}

const std::string& CsvTable::field(std::size_t row, std::string_view name_) const {
  static const std::string none;
  const auto place = column(name_);
  return place ? rows.at(row)[*place] : none;
}

std::optional<double> CsvTable::number(std::size_t row, std::string_view name_) const {
  const std::string& text = field(row, name_);
  if (text.empty()) return std::nullopt;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) {
    fail_in_line(name, line_of(row),
                 fmt::format("{} = '{}', expected a finite number", name_, visible_text(text)));
  }
  return value;
}

std::optional<std::size_t> CsvTable::whole(std::size_t row, std::string_view name_) const {
  const std::string& text = field(row, name_);
  if (text.empty()) return std::nullopt;
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) {
    fail_in_line(name, line_of(row),
                 fmt::format("{} = '{}', expected a whole number", name_, visible_text(text)));
  }
  return value;
}

CsvTable parse_csv_table(std::string_view text, const std::string& name) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  CsvTable table;
  table.name = name;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find('\0') != std::string_view::npos) fail_in_line(name, number, "a NUL byte");
    if (line.empty()) fail_in_line(name, number, "an empty line");
    std::vector<std::string> fields = split_fields(line, name, number);
    if (number == 1) {
      table.columns = std::move(fields);
      check_header(table);
      continue;
    }
    if (fields.size() != table.columns.size()) {
      fail_in_line(name, number,
                   fmt::format("{} fields, expected {} as in the header", fields.size(),
                               table.columns.size()));
    }
    table.rows.push_back(std::move(fields));
  }
  if (table.columns.empty()) fail_in_line(name, 1, "no header, expected the names of columns");
  return table;
}

std::string csv_text(const CsvTable& table) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += ',';
      text += csv_field(fields[i]);
    }
    text += '\n';
  };
  add(table.columns);
  for (const std::vector<std::string>& row : table.rows) add(row);
  return text;
}

}  // namespace hashlab::results
