#include "results/baseline.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

namespace hashlab {

std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results) {
  if (!baseline.starts_with('+')) return baseline;
  const std::string plain = projection_of(hasher) + baseline;
  if (contains(results.hashers, plain)) return plain;
  const std::size_t colon = hasher.find(':');
  if (colon == std::string::npos || baseline.find(':') != std::string::npos) return "";
  const std::string with_settings = plain + hasher.substr(colon);
  return contains(results.hashers, with_settings) ? with_settings : "";
}

void check_baseline(const std::string& baseline, const MetricResults& results) {
  if (baseline.empty()) return;
  std::vector<std::string> known;
  for (const std::string& hasher : results.hashers) {
    const std::size_t plus = hasher.find('+');
    if (!baseline.starts_with('+')) {
      add_once(known, hasher);
    } else if (plus != std::string::npos) {
      add_once(known, hasher.substr(plus));
    }
  }
  for (const std::string& hasher : results.hashers) {
    if (contains(results.hashers, baseline_of(hasher, baseline, results))) return;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("baseline '{}' is not among these results{}, there are: {}", baseline,
                          suggestion(baseline, known), known.empty() ? "none" : listed(known)));
}

int BaselineTest::significance() const {
  const int strength = test.p_value < 0.01 ? 2 : test.p_value < 0.05 ? 1 : 0;
  return test.w_plus > test.w_minus ? strength : -strength;
}

std::optional<BaselineTest> test_against(const std::string& baseline, const RunValues& runs,
                                         std::size_t bits, const std::string& split,
                                         const MetricResults& results) {
  if (baseline.empty()) return std::nullopt;
  const PairedRuns pairs(runs, results.at(baseline, bits, split));
  if (pairs.a.empty()) return std::nullopt;
  return BaselineTest{baseline, pairs.a.size(), wilcoxon_signed_rank(pairs.a, pairs.b)};
}

}  // namespace hashlab
