#include "results/format/statistics_notes.h"

#include <fmt/format.h>

namespace hashlab::results {

std::string test_text(PairedTest test, double ratio) {
  if (test == PairedTest::wilcoxon) return "two-sided Wilcoxon signed-rank test";
  return fmt::format("two-sided corrected resampled t-test (ratio {:.4g})", ratio);
}

std::string dropped_note(const std::string& metric, const std::string& whole, double most) {
  return fmt::format(
      "†: {} omits a tenth or more of the area, up to {:.0f} % here (1 - {} / {}), because recall "
      "below that of the smallest radius does not count; codes that gather whole classes in one "
      "place then score low, so compare by map or auprc-interpolated",
      metric, 100 * most, metric, whole);
}

}  // namespace hashlab::results
