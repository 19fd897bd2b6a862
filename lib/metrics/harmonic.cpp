#include "lib/metrics/harmonic.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

constexpr std::uint64_t most_tabled = std::uint64_t{1} << 20;

// The series for a, b >= most_tabled. Differences of its terms are written as products, so that
// nothing cancels when b is near a.
double far_down(std::uint64_t from, std::uint64_t to) {
  const double a = static_cast<double>(from);
  const double b = static_cast<double>(to);
  const double n = static_cast<double>(to - from);
  const double squares = (n / a) * ((a + b) / a) / (12.0 * b * b);
  return std::log1p(n / a) - (0.5 * n / a / b - squares);
}

}  // namespace

// Differences of H between distant ranks of a list are multiplied by the number of items above, so
// plain doubles would lose up to five digits there.
HarmonicNumbers::HarmonicNumbers(std::uint64_t largest)
    : high_(std::min(largest, most_tabled) + 1), low_(high_.size()) {
  for (std::size_t k = 1; k < high_.size(); ++k) {
    // Two-sum (Knuth): `sum` + `error` is exactly high + term.
    const double term = 1.0 / static_cast<double>(k);
    const double sum = high_[k - 1] + term;
    const double kept = sum - high_[k - 1];
    const double error = (high_[k - 1] - (sum - kept)) + (term - kept);
    high_[k] = sum;
    low_[k] = low_[k - 1] + error;
  }
}

double HarmonicNumbers::between(std::uint64_t a, std::uint64_t b) const {
  const std::uint64_t tabled = high_.size() - 1;
  if (a >= tabled && b > tabled) return far_down(a, b);
  const std::uint64_t c = std::min(b, tabled);
  const double near = (high_[c] - high_[a]) + (low_[c] - low_[a]);
  return b == c ? near : near + far_down(c, b);
}

}  // namespace hashlab
