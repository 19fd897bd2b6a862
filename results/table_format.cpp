#include "results/table_format.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace hashlab {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string marks(int significance, std::string_view up, std::string_view down) {
  return repeated(significance > 0 ? up : down, static_cast<std::size_t>(std::abs(significance)));
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

std::vector<std::string> footnotes_with(const Table& table, std::string_view best_mark) {
  std::vector<std::string> notes = table.footnotes;
  if (any_best(table))
    notes.insert(notes.begin(), fmt::format("{}: best of its column", best_mark));
  return notes;
}

// ---- text ----

/// Columns of a terminal: code points, as no character of our tables is wide or combining.
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

/// The parts of all cells of a column stand below each other.
struct ColumnLayout {
  std::size_t value = 1, spread = 0, marks = 0, note = 0;
  bool brackets = false;
  std::size_t width = 0;  ///< of the whole column, heading included

  void fit(const TableCell& cell) {
    value = std::max(value, hashlab::width(cell.value));
    spread = std::max(spread, hashlab::width(cell.spread));
    marks = std::max(marks, static_cast<std::size_t>(std::abs(cell.significance)));
    note = std::max(note, hashlab::width(cell.note));
    brackets = brackets || cell.best;
  }

  std::string print(const TableCell& cell) const {
    std::string text;
    if (brackets) text += cell.best ? "[" : " ";
    text += right(cell.value, value);
    if (brackets) text += cell.best ? "]" : " ";
    if (spread > 0) text += (cell.spread.empty() ? "   " : " ± ") + right(cell.spread, spread);
    if (marks > 0) {
      text += fmt::format(" {}", left(hashlab::marks(cell.significance, "▲", "▼"), marks));
    }
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
    // A heading wider than its columns widens them evenly, the first ones by one more. It has a
    // space and a dash on both sides.
    for (std::size_t i = 0; group_width < width(group.name) + 4; ++group_width, ++i) {
      ++layouts[first + i % group.columns.size()].width;
    }
  }
  return layouts;
}

void write_grid_text(const TableGrid& grid, std::string& out) {
  const std::vector<ColumnLayout> layouts = column_layouts(grid);
  std::size_t name_width = width(grid.corner);
  for (const TableRow& row : grid.rows) name_width = std::max(name_width, width(row.name));

  std::string group_line(name_width, ' ');
  std::string heading_line = left(grid.corner, name_width);
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
    std::string line = left(row.name, name_width);
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

// ---- Markdown and LaTeX ----

using Replacements = std::vector<std::pair<std::string_view, std::string_view>>;

std::string escaped(std::string_view text, const Replacements& replacements) {
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
  return escaped(text, replacements);
}

std::string md_cell(const TableCell& cell) {
  std::string text = cell.best ? fmt::format("**{}**", md(cell.value)) : md(cell.value);
  if (!cell.spread.empty()) text += " ± " + md(cell.spread);
  if (cell.significance != 0) text += fmt::format(" {}", marks(cell.significance, "▲", "▼"));
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
    out += fmt::format("| {} |", md(row.name));
    for (const TableCell& cell : row.cells) out += fmt::format(" {} |", md_cell(cell));
    out += "\n";
  }
}

std::string write_md(const Table& table) {
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

std::string tex(std::string_view text) {
  static const Replacements replacements = {{"\\", "\\textbackslash{}"},
                                            {"^", "\\textasciicircum{}"},
                                            {"~", "\\textasciitilde{}"},
                                            {"_", "\\_"},
                                            {"%", "\\%"},
                                            {"&", "\\&"},
                                            {"#", "\\#"},
                                            {"$", "\\$"},
                                            {"{", "\\{"},
                                            {"}", "\\}"},
                                            {"|", "\\textbar{}"},
                                            {"<", "$<$"},
                                            {">", "$>$"},
                                            {"±", "$\\pm$"},
                                            {"×", "$\\times$"},
                                            {"≤", "$\\le$"},
                                            {"≥", "$\\ge$"},
                                            {"β", "$\\beta$"},
                                            {"ε", "$\\varepsilon$"},
                                            {"τ", "$\\tau$"},
                                            {"▲", "$\\blacktriangle$"},
                                            {"▼", "$\\blacktriangledown$"}};
  return escaped(text, replacements);
}

std::string tex_cell(const TableCell& cell) {
  if (cell.value == "-") return "--";
  std::string text =
      cell.best ? fmt::format("$\\mathbf{{{}}}", cell.value) : fmt::format("${}", cell.value);
  if (!cell.spread.empty()) text += " \\pm " + cell.spread;
  if (cell.significance != 0) {
    text +=
        fmt::format("^{{{}}}", marks(cell.significance, "\\blacktriangle", "\\blacktriangledown"));
  }
  text += "$";
  if (!cell.note.empty()) text += fmt::format(" ({})", tex(cell.note));
  return text;
}

/// Plain numbers stand flush right; numbers with something behind them flush left, where their
/// decimal points meet.
char tex_alignment(const TableGrid& grid, std::size_t column) {
  for (const TableRow& row : grid.rows) {
    const TableCell& cell = row.cells[column];
    if (!cell.spread.empty() || cell.significance != 0 || !cell.note.empty()) return 'l';
  }
  return 'r';
}

void write_grid_tex(const TableGrid& grid, std::string& out) {
  std::string alignment = "l";
  std::string groups;
  std::string rules;
  std::string headings = tex(grid.corner);
  std::size_t column = 0;
  for (const ColumnGroup& group : grid.groups) {
    // Column 1 of the tabular holds the row names.
    const std::size_t first = column + 2;
    for (const std::string& heading : group.columns) {
      alignment += tex_alignment(grid, column++);
      headings += " & " + tex(heading);
    }
    groups +=
        fmt::format(" & \\multicolumn{{{}}}{{c}}{{{}}}", group.columns.size(), tex(group.name));
    rules += fmt::format("\\cmidrule(lr){{{}-{}}}", first, column + 1);
  }
  out += fmt::format("% {}\n\\begin{{tabular}}{{{}}}\n\\toprule\n", grid.caption, alignment);
  out += fmt::format("{} \\\\\n{}\n{} \\\\\n\\midrule\n", groups, rules, headings);
  for (const TableRow& row : grid.rows) {
    if (row.starts_block) out += "\\midrule\n";
    out += tex(row.name);
    for (const TableCell& cell : row.cells) out += " & " + tex_cell(cell);
    out += " \\\\\n";
  }
  out += "\\bottomrule\n\\end{tabular}\n";
}

std::string write_tex(const Table& table) {
  std::string out = "% needs \\usepackage{amssymb,booktabs}\n";
  for (const TableGrid& grid : table.grids) {
    if (&grid != &table.grids.front()) out += "\\par\\medskip\n";
    write_grid_tex(grid, out);
  }
  const std::vector<std::string> notes = footnotes_with(table, "bold");
  if (notes.empty()) return out;
  out += "\\par\\smallskip\n{\\footnotesize\n";
  for (const std::string& note : notes) out += tex(note) + "\\par\n";
  return out + "}\n";
}

// ---- CSV ----

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string write_csv(const std::vector<std::vector<std::string>>& records) {
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

}  // namespace

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

std::string format_table(const Table& table, TableFormat format) {
  switch (format) {
    case TableFormat::text:
      return write_text(table);
    case TableFormat::md:
      return write_md(table);
    case TableFormat::csv:
      return write_csv(table.records);
    case TableFormat::tex:
      return write_tex(table);
  }
  throw Error(ErrorCode::invalid_argument, "unknown table format");
}

std::string format_long_csv(const std::vector<ResultRow>& rows) {
  std::vector<std::vector<std::string>> records = {
      {"dataset", "split", "hasher", "bits", "run", "metric", "value"}};
  for (const ResultRow& row : rows) {
    records.push_back({row.dataset, row.split, row.hasher, std::to_string(row.bits),
                       std::to_string(row.run), row.metric, number_text(row.value)});
  }
  return write_csv(records);
}

}  // namespace hashlab
