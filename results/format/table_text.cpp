#include "results/format/table_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace hashlab::results {
namespace {

/// The width in columns of a terminal. It is the number of code points, because no character in our
/// tables is wide or combining.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string left(std::string_view text, std::size_t columns) {
  return std::string(text) + std::string(columns - width(text), ' ');
}

std::string right(std::string_view text, std::size_t columns) {
  return std::string(columns - width(text), ' ') + std::string(text);
}

std::string centred(std::string_view text, std::size_t columns, char fill = ' ') {
  const std::size_t before = (columns - width(text)) / 2;
  return std::string(before, fill) + std::string(text) +
         std::string(columns - width(text) - before, fill);
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// The widths of the parts of a cell, which are the same in all rows so that the parts are aligned.
struct ColumnLayout {
  std::size_t value = 1, spread = 0, marks = 0, letters = 0, note = 0;
  bool brackets = false, daggers = false;
  std::size_t width = 0;  ///< of the whole column, including its heading

  void fit(const TableCell& cell) {
    value = std::max(value, results::width(cell.value));
    spread = std::max(spread, results::width(cell.spread));
    marks = std::max(marks, static_cast<std::size_t>(std::abs(cell.significance)));
    letters = std::max(letters, results::width(cell.letters));
    note = std::max(note, results::width(cell.note));
    brackets = brackets || cell.best;
    daggers = daggers || cell.incomplete;
  }

  std::string print(const TableCell& cell) const {
    std::string text;
    if (brackets) text += cell.best ? "[" : " ";
    text += right(cell.value, value);
    if (brackets) text += cell.best ? "]" : " ";
    if (daggers) text += cell.incomplete ? "†" : " ";
    if (spread > 0) text += (cell.spread.empty() ? "   " : " ± ") + right(cell.spread, spread);
    if (marks > 0) {
      text += fmt::format(" {}", left(significance_marks(cell.significance, "▲", "▼"), marks));
    }
    if (letters > 0) text += fmt::format(" {}", left(cell.letters, letters));
    if (note > 0) {
      text += left(cell.note.empty() ? "" : fmt::format(" ({})", cell.note), note + 3);
    }
    return text;
  }
};

constexpr std::string_view column_gap = "  ";
constexpr std::string_view group_gap = "    ";

std::vector<ColumnLayout> column_layouts(const TableGrid& grid) {
  std::vector<ColumnLayout> layouts;
  for (const ColumnGroup& group : grid.groups) {
    const std::size_t first = layouts.size();
    std::size_t group_width = column_gap.size() * (group.columns.size() - 1);
    for (const std::string& heading : group.columns) {
      ColumnLayout layout;
      for (const TableRow& row : grid.rows) layout.fit(row.cells[layouts.size()]);
      layout.width = std::max(width(layout.print({})), width(heading));
      group_width += layout.width;
      layouts.push_back(layout);
    }
    // The heading of a group has a space and a dash on both sides. If it is wider than its columns,
    // they are widened in turn, beginning with the first.
    for (std::size_t i = 0; group_width < width(group.name) + 4; ++group_width, ++i) {
      ++layouts[first + i % group.columns.size()].width;
    }
  }
  return layouts;
}

void write_grid_text(const TableGrid& grid, std::string& out) {
  const std::vector<ColumnLayout> layouts = column_layouts(grid);
  std::size_t label_width = 0;
  for (const TableRow& row : grid.rows) label_width = std::max(label_width, width(row.label));
  const auto full_name = [&](const std::string& label, const std::string& name) {
    return label_width == 0 ? name : right(label, label_width) + "  " + name;
  };
  const std::string corner = full_name("", grid.corner);
  std::size_t name_width = width(corner);
  for (const TableRow& row : grid.rows) {
    name_width = std::max(name_width, width(full_name(row.label, row.name)));
  }

  std::string group_line(name_width, ' ');
  std::string heading_line = left(corner, name_width);
  std::size_t column = 0;
  for (const ColumnGroup& group : grid.groups) {
    std::string headings;
    for (const std::string& heading : group.columns) {
      if (!headings.empty()) headings += column_gap;
      headings += centred(heading, layouts[column++].width);
    }
    group_line += group_gap;
    group_line += centred(" " + group.name + " ", width(headings), '-');
    heading_line += group_gap;
    heading_line += headings;
  }
  const std::size_t total = width(heading_line);
  out += grid.caption + "\n\n";
  out += group_line + "\n";
  out += without_trailing_spaces(heading_line) + "\n";
  out += std::string(total, '-') + "\n";

  for (const TableRow& row : grid.rows) {
    if (row.starts_block) out += "\n";
    std::string line = left(full_name(row.label, row.name), name_width);
    column = 0;
    for (const ColumnGroup& group : grid.groups) {
      for (std::size_t i = 0; i < group.columns.size(); ++i, ++column) {
        line += i == 0 ? group_gap : column_gap;
        line += centred(layouts[column].print(row.cells[column]), layouts[column].width);
      }
    }
    out += without_trailing_spaces(std::move(line)) + "\n";
  }
}

}  // namespace

std::string write_text(const Table& table) {
  std::string out;
  for (const TableGrid& grid : table.grids) {
    if (!out.empty()) out += "\n";
    write_grid_text(grid, out);
  }
  const std::vector<std::string> notes = footnotes_with(table, "[ ]");
  if (!notes.empty()) out += "\n";
  for (const std::string& note : notes) out += note + "\n";
  return out;
}

}  // namespace hashlab::results
