#include "results/compare/baseline.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "lib/options.h"
#include "results/format/run_cells.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

namespace hashlab::results {

std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results) {
  MethodName opponent = parse_method_name(baseline);
  if (!opponent.any_projection()) return baseline;
  const MethodName own = parse_method_name(hasher);
  opponent.projection = own.projection;
  if (contains(results.hashers, opponent.text())) return opponent.text();
  if (opponent.has_settings()) return "";
  opponent.settings = own.settings;
  opponent.tuned = own.tuned;
  return contains(results.hashers, opponent.text()) ? opponent.text() : "";
}

void check_baseline(const std::string& baseline, const MetricResults& results) {
  if (baseline.empty()) return;
  const bool any_projection = parse_method_name(baseline).any_projection();
  std::vector<std::string> known;
  for (const std::string& hasher : results.hashers) {
    MethodName name = parse_method_name(hasher);
    if (any_projection && name.quantiser.empty()) continue;
    if (any_projection) name.projection.clear();
    add_once(known, name.text());
  }
  for (const std::string& hasher : results.hashers) {
    if (contains(results.hashers, baseline_of(hasher, baseline, results))) return;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("baseline '{}' is not among these results{}, there are: {}", baseline,
                          suggestion(baseline, known), known.empty() ? "none" : listed(known)));
}

std::string best_hasher(const MetricResults& results, CodeBits bits, const std::string& split) {
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

std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, CodeBits bits, const std::string& split) {
  const std::string other =
      baseline.empty() ? best_hasher(results, bits, split) : baseline_of(hasher, baseline, results);
  return other == hasher ? "" : other;
}

std::vector<PairedComparison> hasher_differences(const MetricResults& results,
                                                 const std::string& baseline,
                                                 const std::string& split, double ratio) {
  std::vector<PairedComparison> family;
  for (const CodeBits bits : results.bits) {
    for (const std::string& hasher : results.hashers) {
      const std::string other = opponent_of(results, baseline, hasher, bits, split);
      if (other.empty()) continue;
      const PairedRuns runs(results.at(hasher, bits, split), results.at(other, bits, split));
      if (runs.a.empty()) continue;
      family.push_back(compare_pairs({split, hasher, bits}, {split, other, bits}, runs, ratio));
    }
  }
  adjust(family);
  return family;
}

}  // namespace hashlab::results
