#include "results/split_difference.h"

#include "lib/options.h"
#include "results/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

PairedRuns paired(const MetricResults& results, const std::string& hasher, std::size_t bits,
                  const std::string& split, const std::string& other) {
  return PairedRuns(results.at(hasher, bits, split), results.at(hasher, bits, other));
}

std::string name_of(const std::string& split) {
  return split.substr(0, split.find(':'));
}

/// What a difference above zero says.
std::string meaning(const std::string& split) {
  return name_of(split) == "matched"
             ? "where ranking the rows that were learned from flatters, in a database as large"
             : fmt::format("where the {} split is optimistic", split);
}

}  // namespace

SplitDifference split_difference(const MetricResults& results, const std::string& split,
                                 const std::string& other, std::size_t precision) {
  SplitDifference difference;
  TableGrid& grid = difference.grid;
  grid.caption = table_caption(results, fmt::format(", {} - {} split", split, other));
  grid.corner = "hasher";
  std::size_t usual_pairs = 0;
  for (const std::size_t bits : results.bits) {
    grid.groups.push_back({bits_heading(bits), {"difference", "p"}});
    for (const TableRow& row : rows_of(results)) {
      usual_pairs = std::max(usual_pairs, paired(results, row.name, bits, split, other).a.size());
    }
  }
  if (usual_pairs == 0) return difference;

  bool fewer_pairs = false;
  const auto add = [&](TableRow& row, std::size_t bits) {
    const PairedRuns pairs = paired(results, row.name, bits, split, other);
    if (pairs.a.empty()) {
      row.cells.insert(row.cells.end(), 2, TableCell());
      return;
    }
    RunValues differences;
    for (std::size_t i = 0; i < pairs.a.size(); ++i) differences[i] = pairs.a[i] - pairs.b[i];
    const std::vector<double> d = values_of(differences);
    const SignedRank test = wilcoxon_signed_rank(pairs.a, pairs.b);
    TableCell cell = mean_cell(differences, usual_pairs, precision);
    cell.value = fixed_signed(mean(d), precision);
    row.cells.push_back(cell);
    row.cells.emplace_back().value = p_text(test.p_value);
    fewer_pairs = fewer_pairs || d.size() < usual_pairs;
    difference.too_few_pairs = difference.too_few_pairs || d.size() < fewest_signed_rank_pairs;
    if (!results.records(row.name, bits)) return;
    difference.records.push_back(
        {results.metric, row.name, std::to_string(results.recorded_bits(row.name, bits)),
         fmt::format("{}-{}", split, other), std::to_string(d.size()), number_text(mean(d)),
         d.size() > 1 ? number_text(sample_standard_deviation(d)) : "", number_text(test.p_value),
         other, std::to_string(d.size())});
  };
  grid.rows = rows_of(results);
  for (TableRow& row : grid.rows) {
    for (const std::size_t bits : results.bits) add(row, bits);
  }
  name_references(grid, results);
  difference.footnote = fmt::format(
      "{} - {}: mean difference over {} paired run{}{}, above zero {}; p of the two-sided Wilcoxon "
      "signed-rank test",
      split, other, usual_pairs, usual_pairs == 1 ? "" : "s",
      fewer_pairs ? " ((n): over n only)" : "", meaning(split));
  return difference;
}

std::vector<std::pair<std::string, std::string>> shown_differences(
    const std::vector<std::string>& splits) {
  std::vector<std::pair<std::string, std::string>> differences;
  for (const std::string name : {"literature", "matched"}) {
    for (const std::string& split : splits) {
      if (name_of(split) != name) continue;
      const std::string other = "improved" + split.substr(name.size());
      if (contains(splits, other)) differences.emplace_back(split, other);
    }
  }
  return differences;
}

}  // namespace hashlab
