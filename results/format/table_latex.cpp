#include "lib/utf8.h"
#include "results/format/table_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace hashlab::results {
namespace {

/// The number of bytes of the first UTF-8 character in `text`; 0 if `text` does not begin with one.
std::size_t character_length(std::string_view text) {
  for (std::size_t n = 1; n <= std::min<std::size_t>(4, text.size()); ++n) {
    if (is_utf8(text.substr(0, n))) return n;
  }
  return 0;
}

char32_t code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  char32_t value = static_cast<unsigned char>(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) value = value << 6 | (c & 0x3F);
  return value;
}

/// A character without a replacement of its own. Beyond ASCII, all fonts of LaTeX have only the
/// letters of Latin-1, without eth and thorn. Other characters are printed as code points.
std::string plain(std::string_view character) {
  const char32_t c = code_point(character);
  if (c < 0x20 || c == 0x7F) return " ";
  if (c < 0x7F) return std::string(character);
  const bool latin1_letter = c >= 0xC0 && c <= 0xFF && c != 0xD0 && c != 0xD7 && c != 0xDE &&
                             c != 0xF0 && c != 0xF7 && c != 0xFE;
  if (latin1_letter) return std::string(character);
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(c));
}

/// Escapes text so that LaTeX prints it literally.
std::string tex(std::string_view text) {
  static const std::vector<std::pair<std::string_view, std::string_view>> replacements = {
      {"\\", "\\textbackslash{}"},
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
      // At the start of a row, LaTeX would read them as
      // arguments of the line break before it.
      {"[", "{[}"},
      {"*", "{*}"},
      {"±", "$\\pm$"},
      {"−", "$-$"},
      {"·", "$\\cdot$"},
      {"×", "$\\times$"},
      {"÷", "$\\div$"},
      {"≤", "$\\le$"},
      {"≥", "$\\ge$"},
      {"≠", "$\\ne$"},
      {"≈", "$\\approx$"},
      {"∞", "$\\infty$"},
      {"→", "$\\to$"},
      {"°", "$^\\circ$"},
      {"–", "--"},
      {"—", "---"},
      {"…", "\\dots{}"},
      {"α", "$\\alpha$"},
      {"β", "$\\beta$"},
      {"γ", "$\\gamma$"},
      {"ε", "$\\varepsilon$"},
      {"λ", "$\\lambda$"},
      {"µ", "$\\mu$"},
      {"μ", "$\\mu$"},
      {"σ", "$\\sigma$"},
      {"τ", "$\\tau$"},
      {"†", "$\\dagger$"},
      {"▲", "$\\blacktriangle$"},
      {"▼", "$\\blacktriangledown$"}};
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const auto match =
        std::find_if(replacements.begin(), replacements.end(),
                     [&](const auto& replacement) { return replacement.first == character; });
    if (length == 0) {
      result += '?';
    } else {
      result += match == replacements.end() ? plain(character) : std::string(match->second);
    }
    text.remove_prefix(character.size());
  }
  return result;
}

std::string comment(std::string text) {
  for (char& c : text) {
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = ' ';
  }
  return "% " + text + "\n";
}

bool is_number(const std::string& value) {
  return !value.empty() && value.find_first_not_of("0123456789+-.<e") == std::string::npos;
}

std::string tex_cell(const TableCell& cell) {
  if (cell.value == "-") return "--";
  if (!is_number(cell.value)) {
    return cell.best ? fmt::format("\\textbf{{{}}}", tex(cell.value)) : tex(cell.value);
  }
  std::string text =
      cell.best ? fmt::format("$\\mathbf{{{}}}", cell.value) : fmt::format("${}", cell.value);
  if (cell.incomplete) text += "^{\\dagger}";
  if (!cell.spread.empty()) text += " \\pm " + cell.spread;
  if (cell.significance != 0) {
    text += fmt::format(
        "^{{{}}}", significance_marks(cell.significance, "\\blacktriangle", "\\blacktriangledown"));
  }
  text += "$";
  if (!cell.letters.empty()) text += fmt::format("\\textsuperscript{{{}}}", tex(cell.letters));
  if (!cell.note.empty()) text += fmt::format(" ({})", tex(cell.note));
  return text;
}

/// Plain numbers are aligned at the right. Numbers with additions after them are aligned at the
/// left, which aligns their decimal points.
char tex_alignment(const TableGrid& grid, std::size_t column) {
  for (const TableRow& row : grid.rows) {
    const TableCell& cell = row.cells[column];
    if (!cell.spread.empty() || cell.significance != 0 || !cell.letters.empty() ||
        !cell.note.empty()) {
      return 'l';
    }
  }
  return 'r';
}

// ---- widths, in digits ----

// The text of a 10 pt article, less the indentation of its first line, is 66 digits wide, in \small
// 71 and in \scriptsize 84. The space between columns does not depend on the font size.
constexpr std::size_t normal_width = 66, small_width = 71, script_width = 84, column_distance = 2;

std::size_t cell_width(const TableCell& cell) {
  std::size_t width = cell.value.size();
  if (!cell.spread.empty()) width += 2 + cell.spread.size();
  width += static_cast<std::size_t>(std::abs(cell.significance));
  width += (3 * cell.letters.size() + 3) / 4;
  if (!cell.note.empty()) width += 3 + cell.note.size();
  return width;
}

std::size_t name_width(const TableGrid& grid) {
  std::size_t width = grid.corner.size();
  for (const TableRow& row : grid.rows) width = std::max(width, row.name.size() + row.label.size());
  return width;
}

std::size_t column_width(const TableGrid& grid, std::size_t column, const std::string& heading) {
  std::size_t width = heading.size();
  for (const TableRow& row : grid.rows) width = std::max(width, cell_width(row.cells[column]));
  return width + column_distance;
}

/// The groups of columns in one tabular.
struct Part {
  std::size_t first_group = 0, groups = 0;
  std::size_t first_column = 0;
  std::size_t width = 0;
};

/// Divides a grid into parts. Each has as many groups as fit in \small, but at least one.
std::vector<Part> parts_of(const TableGrid& grid) {
  const std::size_t names = name_width(grid);
  std::vector<Part> parts;
  std::size_t column = 0;
  for (std::size_t g = 0; g < grid.groups.size(); ++g) {
    const std::size_t first_column = column;
    std::size_t width = 0;
    for (const std::string& heading : grid.groups[g].columns) {
      width += column_width(grid, column++, heading);
    }
    if (parts.empty() || parts.back().width + width > small_width) {
      parts.push_back({g, 0, first_column, names});
    }
    ++parts.back().groups;
    parts.back().width += width;
  }
  return parts;
}

/// The font size that all parts of a grid share.
std::string font_size(const std::vector<Part>& parts) {
  std::size_t width = 0;
  for (const Part& part : parts) width = std::max(width, part.width);
  if (parts.size() == 1 && width <= normal_width) return "";
  if (width <= small_width) return "\\small";
  return width <= script_width ? "\\scriptsize" : "\\scriptsize\\setlength{\\tabcolsep}{3pt}";
}

void write_part(const TableGrid& grid, const Part& part, std::string& out) {
  std::string alignment = "l";
  std::string groups;
  std::string rules;
  std::string headings = tex(grid.corner);
  std::size_t column = part.first_column;
  for (std::size_t g = part.first_group; g < part.first_group + part.groups; ++g) {
    const ColumnGroup& group = grid.groups[g];
    // Column 1 of the tabular holds the row names.
    const std::size_t first = column - part.first_column + 2;
    for (const std::string& heading : group.columns) {
      alignment += tex_alignment(grid, column++);
      headings += " & " + tex(heading);
    }
    groups +=
        fmt::format(" & \\multicolumn{{{}}}{{c}}{{{}}}", group.columns.size(), tex(group.name));
    rules += fmt::format("\\cmidrule(lr){{{}-{}}}", first, column - part.first_column + 1);
  }
  out += fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", alignment);
  out += fmt::format("{} \\\\\n{}\n{} \\\\\n\\midrule\n", groups, rules, headings);
  for (const TableRow& row : grid.rows) {
    if (row.starts_block) out += "\\midrule\n";
    if (!row.label.empty()) out += fmt::format("\\textsuperscript{{{}}}", tex(row.label));
    out += tex(row.name);
    for (std::size_t c = part.first_column; c < column; ++c) {
      out += " & " + tex_cell(row.cells[c]);
    }
    out += " \\\\\n";
  }
  out += "\\bottomrule\n\\end{tabular}\n";
}

void write_grid(const TableGrid& grid, std::string& out) {
  const std::vector<Part> parts = parts_of(grid);
  const std::string size = font_size(parts);
  out += comment(grid.caption);
  if (!size.empty()) out += fmt::format("{{{}\n", size);
  for (const Part& part : parts) {
    if (&part != &parts.front()) out += "\\par\\smallskip\n";
    write_part(grid, part, out);
  }
  if (!size.empty()) out += "\\par}\n";
}

/// Lets LaTeX break long lists of settings after their commas.
std::string breakable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == ',' && i + 1 < text.size() && text[i + 1] != ' ') result += "\\allowbreak{}";
  }
  return result;
}

constexpr std::string_view packages = "% needs \\usepackage{amssymb,booktabs}\n";

/// What write_latex() writes after the packages.
std::string body(const Table& table) {
  std::string out;
  for (const TableGrid& grid : table.grids) {
    if (&grid != &table.grids.front()) out += "\\par\\medskip\n";
    write_grid(grid, out);
  }
  const std::vector<std::string> notes = footnotes_with(table, "bold");
  if (notes.empty()) return out;
  out += "\\par\\smallskip\n{\\footnotesize\n";
  for (const std::string& note : notes) out += breakable(tex(note)) + "\\par\n";
  return out + "}\n";
}

}  // namespace

std::string write_latex(const Table& table) {
  return std::string(packages) + body(table);
}

std::string latex_float(const Table& table, const std::string& caption, const std::string& label) {
  std::string out =
      fmt::format("{}\\begin{{table}}[t]\n\\centering\n{}\\caption{{{}}}\n", packages, body(table),
                  caption.empty() ? tex(table.grids.front().caption) : caption);
  if (!label.empty()) out += fmt::format("\\label{{{}}}\n", label);
  return out + "\\end{table}\n";
}

}  // namespace hashlab::results
