#include "lib/error.h"
#include "lib/import/codes/code_formats.h"
#include "lib/import/codes/held_numbers.h"
#include "lib/import/codes/line_codes.h"
#include "lib/import/text/text_header.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t whole_number_bytes = 8;

/// The first field that is a word; nothing if there is none.
std::optional<std::size_t> word_in(const TextRows& row) {
  const std::vector<std::string_view>& fields = row.fields();
  const auto at = std::find_if(fields.begin(), fields.end(), [](std::string_view field) {
    return !field.empty() && !number_of(field);
  });
  if (at == fields.end()) return std::nullopt;
  return static_cast<std::size_t>(at - fields.begin());
}

/// What leaves a column of `fields` out.
std::string cut_without(std::size_t column, std::size_t fields) {
  if (column == 0) return "cut -d, -f2-";
  if (column + 1 == fields) return fmt::format("cut -d, -f-{}", column);
  return fmt::format("cut -d, --complement -f{}", column + 1);
}

/// Refuses text without numbers, and names beside numbers. The second row decides where there is
/// one: the first may name the columns.
void refuse_words(const std::string& path) {
  TextRows rows(path);
  if (!rows.next()) fail_corrupt(path, "holds no codes, expected one a line");
  std::optional<std::size_t> column = word_in(rows);
  if (column && rows.next()) column = word_in(rows);
  if (!column) return;
  const std::size_t fields = rows.fields().size();
  if (fields == 1) {
    fail_corrupt(path,
                 "holds words, expected a code a line: hex digits, all lines as many, or 0 and 1 "
                 "joined or between blanks or commas");
  }
  rows.fail(*column, fmt::format("is {}, expected codes alone: leave out the names, as by {}",
                                 in_quotes(rows.fields()[*column]), cut_without(*column, fields)));
}

/// Codes between separators, below names of columns if there are any. An index of pandas' is left
/// out.
std::unique_ptr<ForeignTable> open_code_table(const std::string& path, const TextHeader& head) {
  const auto wanted = [&](std::size_t fields) {
    std::vector<std::size_t> columns = every_column(fields);
    if (head.has_index && fields > 1) columns.erase(columns.begin());
    return columns;
  };
  return open_text_table(path, wanted, head.is_there);
}

/// Does the first of several columns count the rows, from 0 or 1 on?
bool counts_its_rows(ForeignTable& table) {
  constexpr std::size_t fewest_rows = 3;  // the numbers are then no bits
  std::vector<double> row(table.columns());
  std::size_t i = 0;
  double first = 0;
  for (; row.size() > 1 && table.read(1, row.data()) == 1; ++i) {
    if (i == 0) first = row[0];
    if ((first != 0 && first != 1) || row[0] != first + static_cast<double>(i)) return false;
  }
  return i >= fewest_rows;
}

std::unique_ptr<const CodeSource> open_text_codes(const CodeFile& file,
                                                  const CodeFileOptions& options) {
  const std::string& path = file.path();
  const HashLines lines = look_at_lines(path, options.bits);
  if (lines.words != HashWords::none) return codes_of_lines(path, lines, options);
  refuse_words(path);
  const TextHeader head = text_header(path, std::nullopt);
  if (counts_its_rows(*open_code_table(path, head))) {
    fail_corrupt(path,
                 "has a first column that counts the rows, expected codes alone: leave it out, as "
                 "by cut -d, -f2- or index=False of pandas");
  }
  NumberTable table = held_numbers([&] { return open_code_table(path, head); }, whole_number_bytes);
  table.program = "text";
  if (table.columns == 1 && table.kind != 'b' && options.bits == 0) {
    fail_corrupt(path,
                 "holds one number a line, such as class labels, expected codes: for hashes as "
                 "whole numbers give --bits");
  }
  const bool is_said_packed =
      options.bits > table.columns && (options.bits + 7) / 8 == table.columns;
  if (table.kind == 'b' && is_said_packed) table.kind = 'u';
  return codes_of_numbers(std::move(table), options);
}

}  // namespace

/// A code a line, also gzipped: hex, 0 and 1 joined, a whole number of 64 bits, or numbers between
/// blanks, commas, semicolons or tabs. It is held in memory.
CodeFileFormat text_codes() {
  return {"text", false, [](const Sniff& file) { return format_named("text").recognises(file); },
          open_text_codes};
}

}  // namespace hashlab
