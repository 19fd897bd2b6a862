#include "results/statistics/dropped_share.h"

#include "results/statistics/statistics.h"

#include <fmt/format.h>

namespace hashlab::results {

double dropped_share(const RunValues& runs, const RunValues& whole) {
  const PairedRuns paired(whole, runs);
  const double all = paired.a.empty() ? 0 : mean(paired.a);
  return all > 0 ? 1 - mean(paired.b) / all : 0;
}

std::string dropped_note(const std::string& metric, const std::string& whole, double most) {
  return fmt::format(
      "†: {} omits a tenth or more of the area, up to {:.0f} % here (1 - {} / {}), because recall "
      "below that of the smallest radius does not count; codes that gather whole classes in one "
      "place then score low, so compare by map or auprc-interpolated",
      metric, 100 * most, metric, whole);
}

}  // namespace hashlab::results
