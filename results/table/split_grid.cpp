#include "results/table/split_grid.h"

#include "lib/options.h"
#include "results/compare/chance.h"
#include "results/format/run_cells.h"
#include "results/format/statistics_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

/// The meaning of a difference above zero.
std::string meaning(const std::string& split) {
  return split.substr(0, split.find(':')) == "matched"
             ? "where ranking the training samples raises the score, at equal database size"
             : fmt::format(
                   "where the {} split scores higher, through ranked training samples and a larger "
                   "database together",
                   split);
}

/// The test, and the family of its correction.
std::string test_note(const MetricResults& results, PairedTest test, double ratio) {
  const std::string text = test_text(test, ratio);
  if (test == PairedTest::wilcoxon) return text;
  return fmt::format("{}, with Holm's correction over all methods and code lengths{}", text,
                     results.references.empty() ? "" : ", uncompressed rankings apart");
}

const PairedComparison* find(const SplitDifferences& differences, const std::string& name,
                             CodeBits bits) {
  for (const auto* list : {&differences.hashers, &differences.references}) {
    for (const PairedComparison& comparison : *list) {
      if (comparison.first.hasher == name && comparison.first.bits == bits) return &comparison;
    }
  }
  return nullptr;
}

std::vector<std::string> record(const MetricResults& results, const PairedComparison& comparison,
                                PairedTest test) {
  const ResampledT& d = comparison.difference;
  return {results.metric,
          comparison.first.hasher,
          std::to_string(stored_bits(comparison.first.bits)),
          fmt::format("{}-{}", comparison.first.split, comparison.second.split),
          std::to_string(d.n),
          number_text(d.mean),
          d.n > 1 ? number_text(d.sd) : "",
          number_text(p_value(comparison, test)),
          comparison.second.split,
          std::to_string(d.n)};
}

/// Adds the row of random rankings, whose difference is the same for all code lengths.
void add_chance(SplitGrid& made, const MetricResults& results, const ChanceDifference& by_chance,
                std::size_t precision) {
  TableRow row{chance, {}, /*starts_block=*/true};
  for (std::size_t i = 0; i < made.grid.groups.size(); ++i) {
    row.cells.resize(row.cells.size() + 2);
    row.cells.end()[-2].value = fixed_signed(by_chance.difference(), precision);
  }
  made.grid.rows.push_back(std::move(row));
  const std::string runs = std::to_string(by_chance.runs);
  made.records.push_back({results.metric, chance, "0",
                          fmt::format("{}-{}", by_chance.first, by_chance.second), runs,
                          number_text(by_chance.difference()), "", "", by_chance.second, runs});
}

}  // namespace

SplitGrid split_grid(const MetricResults& results, const Strategies& strategies, PairedTest test,
                     double ratio, std::size_t precision, const ShownPart& shown) {
  const SplitDifferences differences = split_differences(results, strategies, ratio);
  const auto& [split, other] = strategies;
  SplitGrid made;
  TableGrid& grid = made.grid;
  grid.caption = table_caption(results, fmt::format(", {} - {} split", split, other));
  grid.corner = "hasher";
  std::size_t usual_pairs = 0;
  for (const auto* list : {&differences.hashers, &differences.references}) {
    for (const PairedComparison& c : *list) usual_pairs = std::max(usual_pairs, c.difference.n);
  }
  std::vector<CodeBits> columns;
  for (const CodeBits bits : results.bits) {
    if (shown.shows_bits(bits)) columns.push_back(bits);
  }
  for (const CodeBits bits : columns) {
    grid.groups.push_back({bits_heading(bits), {"difference", "p"}});
  }
  if (usual_pairs == 0) return made;

  bool fewer_pairs = false;
  grid.rows = rows_of(results);
  keep_shown_rows(shown, grid.rows);
  for (TableRow& row : grid.rows) {
    for (const CodeBits bits : columns) {
      row.cells.resize(row.cells.size() + 2);
      const PairedComparison* c =
          find(differences, row.name, results.recorded_bits(row.name, bits));
      if (c == nullptr) continue;
      const ResampledT& d = c->difference;
      TableCell& cell = row.cells.end()[-2];
      cell.value = fixed_signed(d.mean, precision);
      if (d.n > 1) cell.spread = fixed(d.sd, precision);
      if (d.n != usual_pairs) cell.note = std::to_string(d.n);
      row.cells.back().value = p_text(p_value(*c, test));
      fewer_pairs = fewer_pairs || d.n < usual_pairs;
      made.too_few_pairs = made.too_few_pairs || d.n < fewest_pairs(test);
      if (results.records(row.name, bits)) made.records.push_back(record(results, *c, test));
    }
  }
  name_references(grid, results);
  if (differences.chance) add_chance(made, results, *differences.chance, precision);
  made.footnote = fmt::format(
      "{} - {}: mean difference over {} paired run{}{}, above zero {}; p of the {}", split, other,
      usual_pairs, usual_pairs == 1 ? "" : "s", fewer_pairs ? " ((n): over n only)" : "",
      meaning(split), test_note(results, test, ratio));
  return made;
}

}  // namespace hashlab::results
