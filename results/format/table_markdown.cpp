#include "results/format/table_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::results {
namespace {

using Replacements = std::vector<std::pair<std::string_view, std::string_view>>;

std::string replaced(std::string_view text, const Replacements& replacements) {
  std::string result;
  while (!text.empty()) {
    const auto match =
        std::find_if(replacements.begin(), replacements.end(),
                     [&](const auto& replacement) { return text.starts_with(replacement.first); });
    result += match == replacements.end() ? text.substr(0, 1) : match->second;
    text.remove_prefix(match == replacements.end() ? 1 : match->first.size());
  }
  return result;
}

std::string md(std::string_view text) {
  static const Replacements replacements = {
      {"\\", "\\\\"}, {"|", "\\|"}, {"*", "\\*"}, {"`", "\\`"}, {"<", "&lt;"}};
  return replaced(text, replacements);
}

std::string md_cell(const TableCell& cell) {
  std::string text = cell.best ? fmt::format("**{}**", md(cell.value)) : md(cell.value);
  if (cell.incomplete) text += "†";
  if (!cell.spread.empty()) text += " ± " + md(cell.spread);
  if (cell.significance != 0)
    text += fmt::format(" {}", significance_marks(cell.significance, "▲", "▼"));
  if (!cell.letters.empty()) text += fmt::format("<sup>{}</sup>", md(cell.letters));
  if (!cell.note.empty()) text += fmt::format(" ({})", md(cell.note));
  return text;
}

void write_grid_md(const TableGrid& grid, std::string& out) {
  std::string headings = fmt::format("| {} |", md(grid.corner));
  std::string rule = "| :-- |";
  std::string blank = "| |";
  for (const ColumnGroup& group : grid.groups) {
    for (const std::string& heading : group.columns) {
      headings += fmt::format(" {}, {} |", md(group.name), md(heading));
      rule += " --: |";
      blank += " |";
    }
  }
  out += fmt::format("**{}**\n\n{}\n{}\n", md(grid.caption), headings, rule);
  for (const TableRow& row : grid.rows) {
    if (row.starts_block) out += blank + "\n";
    out += "| ";
    if (!row.label.empty()) out += fmt::format("<sup>{}</sup> ", md(row.label));
    out += fmt::format("{} |", md(row.name));
    for (const TableCell& cell : row.cells) out += fmt::format(" {} |", md_cell(cell));
    out += "\n";
  }
}

}  // namespace

std::string write_markdown(const Table& table) {
  std::string out;
  for (const TableGrid& grid : table.grids) {
    if (!out.empty()) out += "\n";
    write_grid_md(grid, out);
  }
  const std::vector<std::string> notes = footnotes_with(table, "bold");
  if (!notes.empty()) out += "\n";
  for (const std::string& note : notes) out += fmt::format("- {}\n", md(note));
  return out;
}

}  // namespace hashlab::results
