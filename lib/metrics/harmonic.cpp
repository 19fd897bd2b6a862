#include "lib/metrics/harmonic.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

namespace hashlab {
namespace {

constexpr std::uint64_t max_tabled = std::uint64_t{1} << 20;

// The series for a, b >= max_tabled. Differences of its terms are written as products, so that
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
struct HarmonicNumbers::Table {
  std::vector<double> high = {0}, low = {0};  ///< double-double: H(k) is high[k] + low[k]

  std::uint64_t largest() const { return high.size() - 1; }

  void extend(std::uint64_t to) {
    std::size_t k = high.size();
    high.resize(to + 1);
    low.resize(to + 1);
    for (; k < high.size(); ++k) {
      // Two-sum (Knuth): `sum` + `error` is exactly high + term.
      const double term = 1.0 / static_cast<double>(k);
      const double sum = high[k - 1] + term;
      const double kept = sum - high[k - 1];
      const double error = (high[k - 1] - (sum - kept)) + (term - kept);
      high[k] = sum;
      low[k] = low[k - 1] + error;
    }
  }
};

// A metric of few queries would take longer to make the table than to look things up in it. Numbers
// do not depend on where a table ends.
HarmonicNumbers::HarmonicNumbers(std::uint64_t largest) {
  static std::mutex mutex;
  static std::shared_ptr<const Table> shared = std::make_shared<Table>();
  const std::uint64_t needed = std::min(largest, max_tabled);
  const std::lock_guard lock(mutex);
  if (shared->largest() < needed) {
    // Twice as large as before at least: databases that grow little by little cost no more.
    const std::uint64_t grown = std::min(2 * shared->largest(), max_tabled);
    const auto longer = std::make_shared<Table>(*shared);
    longer->extend(std::max(needed, grown));
    shared = longer;
  }
  table_ = shared;
}

double HarmonicNumbers::between(std::uint64_t a, std::uint64_t b) const {
  const std::uint64_t tabled = table_->largest();
  if (a >= tabled && b > tabled) return far_down(a, b);
  const std::uint64_t c = std::min(b, tabled);
  const double near = (table_->high[c] - table_->high[a]) + (table_->low[c] - table_->low[a]);
  return b == c ? near : near + far_down(c, b);
}

}  // namespace hashlab
