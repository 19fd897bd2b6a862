#include "results/compare/compare_hashers.h"

#include "lib/error.h"
#include "results/compare/baseline.h"
#include "results/compare/comparison_cells.h"
#include "results/compare/comparison_record.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

std::vector<PairedComparison> every_two(const MetricResults& results, const std::string& split,
                                        double ratio) {
  std::vector<PairedComparison> family;
  for (const CodeBits bits : results.bits) {
    for (std::size_t i = 0; i < results.hashers.size(); ++i) {
      for (std::size_t j = i + 1; j < results.hashers.size(); ++j) {
        const std::string &first = results.hashers[i], &second = results.hashers[j];
        const PairedRuns runs(results.at(first, bits, split), results.at(second, bits, split));
        if (runs.a.empty()) continue;
        family.push_back(compare_pairs({split, first, bits}, {split, second, bits}, runs, ratio));
      }
    }
  }
  adjust(family);
  return family;
}

void add_grid(Table& table, const MetricResults& results, const std::string& baseline,
              const std::string& split, CodeBits bits, const std::vector<PairedComparison>& family,
              const ComparisonOptions& options) {
  TableGrid grid;
  const std::string against = baseline.empty() ? best_hasher(results, bits, split) : baseline;
  grid.caption =
      table_caption(results, fmt::format(", {}, {}, against {}{}", split, bits_heading(bits),
                                         baseline.empty() ? "the best mean, " : "", against));
  grid.corner = "hasher";
  const bool bootstrap = options.beyond != nullptr;
  grid.groups = comparison_columns("less the baseline", bootstrap);
  grid.rows = comparison_rows(family, bits, options.precision, bootstrap);
  if (grid.rows.empty()) return;
  table.grids.push_back(std::move(grid));
}

}  // namespace

Table compare_hashers(const MetricResults& results, const std::string& baseline,
                      const ComparisonOptions& options, const std::vector<std::string>& footnotes) {
  if (results.hashers.size() < 2) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: results of {} hasher{} only, expected two or more to compare",
                            results.dataset, results.hashers.size(),
                            results.hashers.size() == 1 ? "" : "s"));
  }
  check_baseline(baseline, results);
  Table table;
  table.records = {comparison_header()};
  std::size_t tests = 0;
  bool repeats = false;
  for (const std::string& split : results.splits) {
    auto family = hasher_differences(results, baseline, split, options.hasher_ratio);
    add_bootstrap(family, options);
    tests = std::max(tests, family.size());
    repeats = repeats || std::any_of(family.begin(), family.end(), repeats_one_draw);
    for (const CodeBits bits : results.bits) {
      add_grid(table, results, baseline, split, bits, family, options);
    }
    for (const PairedComparison& c : family) {
      table.records.push_back(comparison_record(results, "hasher", c));
    }
    std::vector<PairedComparison> pairs = every_two(results, split, options.hasher_ratio);
    add_bootstrap(pairs, options);
    for (const PairedComparison& c : pairs) {
      table.records.push_back(comparison_record(results, "pair", c));
    }
  }
  table.footnotes = comparison_footnotes("all methods and code lengths of one split", tests,
                                         options.beyond != nullptr);
  if (repeats) table.footnotes.emplace_back(repeats_footnote);
  if (baseline.empty()) {
    table.footnotes.push_back(
        "the best mean was chosen on these runs: where hashers are close, differences from it lean "
        "below zero; name a --baseline beforehand for a test that does not");
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab::results
