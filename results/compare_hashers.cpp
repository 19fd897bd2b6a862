#include "results/compare_hashers.h"

#include "lib/error.h"
#include "results/baseline.h"
#include "results/comparison_record.h"
#include "results/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

std::string best_hasher(const MetricResults& results, std::size_t bits, const std::string& split) {
  std::string best;
  double highest = 0;
  for (const std::string& hasher : results.hashers) {
    const RunValues runs = results.at(hasher, bits, split);
    if (runs.empty()) continue;
    const double value = mean(values_of(runs));
    if (!best.empty() && value <= highest) continue;
    best = hasher;
    highest = value;
  }
  return best;
}

PairedComparison compared(const MetricResults& results, const std::string& hasher,
                          const std::string& other, std::size_t bits, const std::string& split,
                          const ComparisonOptions& options) {
  const Combination first{split, hasher, bits}, second{split, other, bits};
  PairedComparison comparison = compare_pairs(
      first, second, PairedRuns(results.at(hasher, bits, split), results.at(other, bits, split)),
      options.hasher_ratio);
  if (options.beyond != nullptr) {
    const auto found = options.beyond->find({first, second});
    if (found != options.beyond->end()) comparison.beyond = found->second;
  }
  return comparison;
}

/// Those of one strategy, adjusted as one family.
std::vector<PairedComparison> against_opponents(const MetricResults& results,
                                                const std::string& baseline,
                                                const std::string& split,
                                                const ComparisonOptions& options) {
  std::vector<PairedComparison> family;
  for (const std::size_t bits : results.bits) {
    for (const std::string& hasher : results.hashers) {
      const std::string other = opponent_of(results, baseline, hasher, bits, split);
      if (other.empty()) continue;
      family.push_back(compared(results, hasher, other, bits, split, options));
      if (family.back().difference.n == 0) family.pop_back();
    }
  }
  adjust(family);
  return family;
}

std::vector<PairedComparison> every_two(const MetricResults& results, const std::string& split,
                                        const ComparisonOptions& options) {
  std::vector<PairedComparison> family;
  for (const std::size_t bits : results.bits) {
    for (std::size_t i = 0; i < results.hashers.size(); ++i) {
      for (std::size_t j = i + 1; j < results.hashers.size(); ++j) {
        family.push_back(
            compared(results, results.hashers[i], results.hashers[j], bits, split, options));
        if (family.back().difference.n == 0) family.pop_back();
      }
    }
  }
  adjust(family);
  return family;
}

void add_grid(Table& table, const MetricResults& results, const std::string& baseline,
              const std::string& split, std::size_t bits,
              const std::vector<PairedComparison>& family, const ComparisonOptions& options) {
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

std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, std::size_t bits, const std::string& split) {
  const std::string other =
      baseline.empty() ? best_hasher(results, bits, split) : baseline_of(hasher, baseline, results);
  return other == hasher ? "" : other;
}

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
  for (const std::string& split : results.splits) {
    const auto family = against_opponents(results, baseline, split, options);
    tests = std::max(tests, family.size());
    for (const std::size_t bits : results.bits) {
      add_grid(table, results, baseline, split, bits, family, options);
    }
    for (const PairedComparison& c : family) {
      table.records.push_back(comparison_record(results, "hasher", c));
    }
    for (const PairedComparison& c : every_two(results, split, options)) {
      table.records.push_back(comparison_record(results, "pair", c));
    }
  }
  table.footnotes = comparison_footnotes("all hashers and bits of one strategy", tests,
                                         options.beyond != nullptr);
  if (baseline.empty()) {
    table.footnotes.push_back(
        "the best mean was chosen on these runs: where hashers are close, differences from it lean "
        "below zero; name a --baseline beforehand for a test that does not");
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab
