#include "tests/support/latex.h"
#include "lib/files/files.h"
#include "results/table/table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::latex_test {

using namespace results;
using namespace testing;

namespace {

/// Widest line that latex complains about, in points over the margin.
bool overfull(const std::string& tables) {
  const TemporaryFolder folder;
  write_file(folder / "paper.tex",
             "\\documentclass{article}\n\\usepackage{amssymb,booktabs}\n\\begin{document}\n" +
                 tables + "\\end{document}\n");
  const Outcome outcome =
      shell(fmt::format("cd '{}' && latex -interaction=nonstopmode paper.tex", folder.path()));
  return outcome.out.find("Overfull \\hbox") != std::string::npos;
}

std::vector<ResultRow> results_of(std::size_t hashers, const std::vector<std::size_t>& bits,
                                  const std::vector<std::string>& splits) {
  std::vector<ResultRow> rows;
  for (std::size_t h = 0; h < hashers; ++h) {
    for (const std::size_t b : bits) {
      for (const std::string& split : splits) {
        for (std::size_t run = 1; run <= 10; ++run) {
          const std::size_t noise = (run * (2 * h + 3) + b) % 11;
          rows.push_back({"my_data&co", split, fmt::format("method{}+sbq", h), b, run, "map",
                          .01 * static_cast<double>(h) + .0005 * static_cast<double>(noise)});
        }
      }
    }
  }
  return rows;
}

std::string tex_of(const std::vector<ResultRow>& rows, bool letters,
                   const std::vector<std::string>& notes = {}) {
  TableOptions options;
  options.metric = "map";
  options.baseline = "method0+sbq";
  options.letters = letters;
  options.hasher_ratio = .1;
  return format_table(make_table(rows, options, notes), TableFormat::tex);
}

}  // namespace

TEST_CASE("latex: every character in names and notes compiles") {
  if (!latex_is_there()) return;
  Table table;
  TableGrid grid;
  grid.caption = "100 % \\of ${x}_y^2 ~ & # | [a]\nsecond line";
  grid.corner = "*";
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);  // half of it is no UTF-8
  std::string latin1;
  for (int c = 0xA0; c <= 0xFF; ++c)
    latin1 += {static_cast<char>(c < 0xC0 ? 0xC2 : 0xC3), static_cast<char>((c & 0x3F) | 0x80)};
  const std::vector<std::string> texts = {"a_b%c&d#e^f~g\\h$i{j}k",
                                          "[in brackets]",
                                          "*starred",
                                          all,
                                          latin1,
                                          "± ▲ ▼ − – — … × ÷ ≤ ≥ ≠ ≈ ∞ → ° α β γ ε λ µ μ σ τ ·",
                                          "漢字 🦀 \xE2\x82 ab\xC0\xAF",
                                          "",
                                          "-"};
  grid.groups = {{"32 bits & more", {"1 %", "[2]"}}, {"*", {"_"}}};
  for (const std::string& text : texts) {
    TableCell cell;
    cell.value = text;
    cell.best = true;
    TableCell number;
    number.value = "<0.0001";
    number.spread = "0.0100";
    number.significance = -2;
    number.letters = "a-d";
    number.note = text;
    grid.rows.push_back({text, {cell, number, TableCell()}, true, "a"});
  }
  table.grids = {grid, grid};
  table.footnotes = texts;
  CHECK(latex_errors(format_table(table, TableFormat::tex)).empty());
}

TEST_CASE("latex: tables of any size compile, and the wide ones stay inside the margins") {
  if (!latex_is_there()) return;
  const std::string wide =
      tex_of(results_of(26, {16, 32, 64, 128},
                        {"literature", "improved", "matched", "class-disjoint:test-classes=0.25"}),
             true);
  CHECK(latex_errors(wide).empty());
  CHECK(wide == Contains("{\\scriptsize"));
  const std::string four =
      tex_of(results_of(12, {16, 32, 64, 128}, {"literature", "improved"}), false);
  CHECK(latex_errors(four).empty());
  CHECK(four == Contains("\\par\\smallskip\n\\begin{tabular}"));
  CHECK_FALSE(overfull(four));
  const std::string one = tex_of(results_of(3, {32}, {"literature", "improved"}), true);
  CHECK_FALSE(one == Contains("\\small\n"));
  CHECK(latex_errors(one).empty());
  CHECK_FALSE(overfull(one));
  CHECK(latex_errors(tex_of(results_of(40, {32}, {"improved"}), true)).empty());
}

}  // namespace hashlab::latex_test
