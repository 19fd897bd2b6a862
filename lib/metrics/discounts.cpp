#include "lib/metrics/discounts.h"

#include <algorithm>
#include <cmath>

namespace hashlab {

Discounts::Discounts(std::uint64_t k) : high_(k + 1), low_(k + 1) {
  for (std::size_t i = 1; i < high_.size(); ++i) {
    const double term = 1.0 / std::log2(static_cast<double>(i) + 1.0);
    const double sum = high_[i - 1] + term;
    const double kept = sum - high_[i - 1];
    low_[i] = low_[i - 1] + ((high_[i - 1] - (sum - kept)) + (term - kept));
    high_[i] = sum;
  }
}

double Discounts::between(std::uint64_t a, std::uint64_t b) const {
  const std::uint64_t last = high_.size() - 1;
  a = std::min(a, last);
  b = std::min(b, last);
  return (high_[b] - high_[a]) + (low_[b] - low_[a]);
}

}  // namespace hashlab
