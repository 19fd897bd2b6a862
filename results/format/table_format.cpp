#include "results/format/table_format.h"

#include "lib/csv.h"
#include "lib/error.h"
#include "lib/options.h"
#include "results/format/table_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace hashlab::results {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

bool any_best(const Table& table) {
  for (const TableGrid& grid : table.grids) {
    for (const TableRow& row : grid.rows) {
      for (const TableCell& cell : row.cells) {
        if (cell.best) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string significance_marks(int significance, std::string_view up, std::string_view down) {
  return repeated(significance > 0 ? up : down, static_cast<std::size_t>(std::abs(significance)));
}

std::vector<std::string> footnotes_with(const Table& table, std::string_view best_mark) {
  std::vector<std::string> notes = table.footnotes;
  if (any_best(table))
    notes.insert(notes.begin(), fmt::format("{}: best of its column", best_mark));
  return notes;
}

std::string format_csv(const std::vector<std::vector<std::string>>& records) {
  std::string out;
  for (const std::vector<std::string>& record : records) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (i > 0) out += ",";
      out += csv_field(record[i]);
    }
    out += "\n";
  }
  return out;
}

TableFormat parse_table_format(std::string_view name) {
  static const std::array<std::pair<std::string, TableFormat>, 4> formats = {
      {{"text", TableFormat::text},
       {"md", TableFormat::md},
       {"csv", TableFormat::csv},
       {"tex", TableFormat::tex}}};
  std::vector<std::string> known;
  for (const auto& [text, format] : formats) {
    if (text == name) return format;
    known.push_back(text);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown table format '{}'{}, expected text | md | csv | tex", name,
                          suggestion(name, known)));
}

Table without_differences(Table table) {
  if (table.grids.size() > 1) table.grids.resize(1);
  const auto first =
      table.footnotes.begin() + static_cast<std::ptrdiff_t>(table.first_difference_note);
  table.footnotes.erase(first, first + static_cast<std::ptrdiff_t>(table.difference_notes));
  table.difference_notes = 0;
  return table;
}

std::string format_table(const Table& table, TableFormat format) {
  switch (format) {
    case TableFormat::text:
      return write_text(table);
    case TableFormat::md:
      return write_markdown(table);
    case TableFormat::csv:
      return format_csv(table.records);
    case TableFormat::tex:
      return write_latex(table);
  }
  throw Error(ErrorCode::invalid_argument, "unknown table format");
}

std::string format_long_csv(const std::vector<ResultRow>& rows) {
  std::vector<std::vector<std::string>> records = {
      {"dataset", "split", "hasher", "bits", "run", "metric", "value"}};
  const bool directed = std::any_of(rows.begin(), rows.end(),
                                    [](const ResultRow& row) { return !row.direction.empty(); });
  const auto add_direction = [&](const std::string& direction, const std::string& codes) {
    if (!directed) return;
    records.back().push_back(direction);
    records.back().push_back(codes);
  };
  add_direction("direction", "database_codes");
  for (const ResultRow& row : rows) {
    records.push_back({row.dataset, row.split, row.hasher, std::to_string(stored_bits(row.bits)),
                       std::to_string(row.run), row.metric, number_text(row.value)});
    add_direction(row.direction.text(), row.direction.codes);
  }
  return format_csv(records);
}

}  // namespace hashlab::results
