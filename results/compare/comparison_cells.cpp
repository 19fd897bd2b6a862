#include "results/compare/comparison_cells.h"

#include "results/format/run_cells.h"

#include <fmt/format.h>

namespace hashlab::results {

std::string interval_text(const ResampledT& test, std::size_t precision) {
  if (test.n < 2) return "-";
  return fmt::format("[{}, {}]", fixed_signed(test.low, precision),
                     fixed_signed(test.high, precision));
}

std::vector<ColumnGroup> comparison_columns(const std::string& label, bool with_bootstrap) {
  std::vector<ColumnGroup> groups = {{label, {"difference", "95 % interval"}},
                                     {"p", {"corrected t", "Holm", "Wilcoxon"}},
                                     {"effect", {"dz", "W/T/L", "%"}}};
  if (with_bootstrap) groups.back().columns.emplace_back("queries");
  return groups;
}

std::vector<TableCell> comparison_cells(const PairedComparison& comparison, std::size_t precision,
                                        bool with_bootstrap) {
  std::vector<TableCell> cells(with_bootstrap ? 9 : 8);
  const std::size_t n = comparison.difference.n;
  if (n == 0) return cells;
  cells[0].value = fixed_signed(comparison.difference.mean, precision);
  cells[0].significance = significance(comparison);
  cells[1].value = interval_text(comparison.difference, precision);
  if (n > 1) {
    cells[2].value = p_text(comparison.difference.p_value);
    cells[3].value = p_text(comparison.p_holm);
    cells[4].value = p_text(comparison.p_wilcoxon);
  }
  if (comparison.dz) cells[5].value = fixed_signed(*comparison.dz, 2);
  cells[6].value =
      fmt::format("{}/{}/{}", comparison.runs.wins, comparison.runs.ties, comparison.runs.losses);
  if (comparison.relative) cells[7].value = fixed_signed(100 * *comparison.relative, 2);
  if (with_bootstrap && comparison.beyond)
    cells[8].value = fmt::format("{}/{}", *comparison.beyond, n);
  return cells;
}

std::vector<TableRow> comparison_rows(const std::vector<PairedComparison>& family, CodeBits bits,
                                      std::size_t precision, bool bootstrap) {
  std::vector<std::string> names;
  for (const PairedComparison& c : family) {
    if (c.first.bits == bits) names.push_back(c.first.hasher);
  }
  std::vector<TableRow> rows = rows_by_projection(names);
  for (TableRow& row : rows) {
    for (const PairedComparison& c : family) {
      if (c.first.bits != bits || c.first.hasher != row.name) continue;
      row.cells = comparison_cells(c, precision, bootstrap);
    }
  }
  return rows;
}

bool repeats_one_draw(const PairedComparison& comparison) {
  const WinsTiesLosses& runs = comparison.runs;
  return comparison.difference.n == 1 && runs.wins + runs.ties + runs.losses > 1;
}

std::vector<std::string> comparison_footnotes(const std::string& family, std::size_t tests,
                                              bool with_bootstrap) {
  std::vector<std::string> notes = {
      "interval and p: corrected resampled t-test (Nadeau & Bengio 2003) over runs; they speak of "
      "other data sets of this population, not only of other draws of this one",
      fmt::format(
          "Holm: p adjusted for the {} test{} of {}; ▲ and ▼: Holm's p < 0.05, twice: p < 0.01",
          tests, tests == 1 ? "" : "s", family),
      "Wilcoxon: signed-rank p over runs, uncorrected, of other draws of this data set only; dz: "
      "mean / standard deviation of the differences; W/T/L: runs won, tied, lost; %: of the "
      "second's mean"};
  if (with_bootstrap) {
    notes.push_back(
        "queries: runs whose difference excludes zero by paired bootstrap over their test queries");
  }
  return notes;
}

}  // namespace hashlab::results
