#include "results/statistics/resampled_summary.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace hashlab::results {

ResampledT test_of_summary(const RunSummary& summary, double ratio, double confidence) {
  if (summary.sd < 0) refuse(fmt::format("resampled t: sd = {}, must be >= 0", summary.sd));
  // Values with this mean and deviation: pairs on both sides of the mean, and for an odd number one
  // at the mean. Then sum (x - mean)^2 = (n - 1) sd^2.
  const std::size_t n = summary.n;
  const double paired = static_cast<double>(n - n % 2);
  const double distance = n < 2 ? 0 : summary.sd * std::sqrt(static_cast<double>(n - 1) / paired);
  std::vector<double> values(n, summary.mean);
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    values[i] += distance;
    values[i + 1] -= distance;
  }
  return corrected_resampled_t(values, ratio, confidence);
}

}  // namespace hashlab::results
