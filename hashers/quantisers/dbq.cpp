#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

// Both ends of the middle region start at zero and move outwards, the sum of the middle region kept
// near zero, so that only O(n) of the O(n^2) pairs of thresholds are looked at (Kong & Li, Alg. 1).
std::vector<double> double_bit_thresholds(std::span<const float> values) {
  std::vector<double> y(values.begin(), values.end());
  std::sort(y.begin(), y.end());
  const std::size_t n = y.size();
  const auto first_positive = std::upper_bound(y.begin(), y.end(), 0.0);
  std::size_t i = static_cast<std::size_t>(first_positive - y.begin());
  std::size_t j = i;  // the regions are [0, i), [i, j), [j, n)
  double s1 = 0.0, s2 = 0.0, s3 = 0.0;
  for (std::size_t k = 0; k < i; ++k) s1 += y[k];
  for (std::size_t k = i; k < n; ++k) s3 += y[k];

  double best = -std::numeric_limits<double>::infinity();
  double t1 = 0.0, t2 = 0.0;
  while (i > 0 || j < n) {
    if ((s2 <= 0.0 && j < n) || i == 0) {
      do {  // equal values move together: no threshold can part them
        s3 -= y[j];
        s2 += y[j++];
      } while (j < n && y[j] == y[j - 1]);
    } else {
      do {
        s1 -= y[--i];
        s2 += y[i];
      } while (i > 0 && y[i - 1] == y[i]);
    }
    const double left = i > 0 ? s1 * s1 / static_cast<double>(i) : 0.0;
    const double right = j < n ? s3 * s3 / static_cast<double>(n - j) : 0.0;
    if (left + right <= best) continue;
    best = left + right;
    t1 = i > 0 ? y[i - 1] : std::nextafter(y[0], -std::numeric_limits<double>::infinity());
    t2 = y[j - 1];
  }
  return {t1, t2};
}

class Dbq final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"dbq", 1,
            "Kong & Li, Double-Bit Quantization for Hashing, AAAI 2012; thesis algorithm 3",
            "two bits for three regions of least squared error, with the mean of the middle region "
            "near zero",
            "O(n log n K)"};
  }

  std::size_t bits_per_dimension() const override { return 2; }
  double work(const WorkSizes& s) const override { return step_work(120 * s.n * s.K); }

  Quantisation learn(const QuantiserInput& data, const Rng&, const Observer&) const override {
    return quantise_each(
        data.Y, Quantisation::Codebook::double_bit,
        [](std::span<const float> y, std::size_t) { return double_bit_thresholds(y); });
  }
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> dbq() {
  return std::make_unique<Dbq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
