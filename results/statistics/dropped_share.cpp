#include "results/statistics/dropped_share.h"

#include "results/statistics/statistics.h"

namespace hashlab::results {

double dropped_share(const RunValues& runs, const RunValues& whole) {
  const PairedRuns paired(whole, runs);
  const double all = paired.a.empty() ? 0 : mean(paired.a);
  return all > 0 ? 1 - mean(paired.b) / all : 0;
}

}  // namespace hashlab::results
