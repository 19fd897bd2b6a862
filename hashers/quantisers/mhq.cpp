#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <limits>
#include <string>

namespace hashlab::hashers {
namespace {

// The distinct values of one dimension, ascending, with prefix counts and prefix sums.
struct Sorted {
  std::vector<double> value;       // G
  std::vector<double> count{0.0};  // G + 1: samples before value g
  std::vector<double> sum{0.0};    // G + 1: their sum, centred so that squares keep their digits
  double mean = 0.0;

  explicit Sorted(std::span<const float> values) {
    std::vector<double> y(values.begin(), values.end());
    std::sort(y.begin(), y.end());
    for (const double v : y) mean += v;
    mean /= static_cast<double>(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (i == 0 || y[i] != y[i - 1]) {
        value.push_back(y[i]);
        count.push_back(count.back());
        sum.push_back(sum.back());
      }
      count.back() += 1.0;
      sum.back() += y[i] - mean;
    }
  }

  // n mu^2 of the values [a, b): the squared error is least where the total of this is greatest.
  double gain(std::size_t a, std::size_t b) const {
    const double s = sum[b] - sum[a];
    return s * s / (count[b] - count[a]);
  }
  double centre(std::size_t a, std::size_t b) const {
    return mean + (sum[b] - sum[a]) / (count[b] - count[a]);
  }
};

// One row of the dynamic programme: best[b] = max over a of previous[a] + gain(a, b), for b in
// [b_low, b_high), knowing that the best a lies in [a_low, a_high]. The least best a does not fall
// as b grows (the squared error obeys the quadrangle inequality), so each half narrows the other.
void fill_row(const Sorted& y, const std::vector<double>& previous, std::vector<double>& best,
              std::vector<std::size_t>& from, std::size_t b_low, std::size_t b_high,
              std::size_t a_low, std::size_t a_high) {
  if (b_low >= b_high) return;
  const std::size_t b = b_low + (b_high - b_low) / 2;
  for (std::size_t a = a_low; a <= std::min(a_high, b - 1); ++a) {
    const double value = previous[a] + y.gain(a, b);
    if (value > best[b]) {
      best[b] = value;
      from[b] = a;
    }
  }
  fill_row(y, previous, best, from, b_low, b, a_low, from[b]);
  fill_row(y, previous, best, from, b + 1, b_high, from[b], a_high);
}

// One-dimensional k-means with k = T + 1 centres, solved exactly, and the midpoints between
// neighbouring centres. O(k G log G) time, O(k G) memory.
std::vector<double> k_means_thresholds(std::span<const float> values, std::size_t T) {
  const Sorted y(values);
  const std::size_t G = y.value.size();
  const std::size_t k = std::min(T + 1, G);
  const double nothing = -std::numeric_limits<double>::infinity();
  std::vector<double> best(G + 1, nothing);
  best[0] = 0.0;
  std::vector<std::vector<std::size_t>> from(k, std::vector<std::size_t>(G + 1, 0));
  for (std::size_t r = 1; r <= k; ++r) {
    std::vector<double> row(G + 1, nothing);
    fill_row(y, best, row, from[r - 1], r, G + 1, r - 1, G - 1);
    best = std::move(row);
  }

  std::vector<double> centres(k);
  for (std::size_t r = k, b = G; r > 0; --r) {
    const std::size_t a = from[r - 1][b];
    centres[r - 1] = y.centre(a, b);
    b = a;
  }
  std::vector<double> t(T, unused_threshold);
  for (std::size_t r = 0; r + 1 < k; ++r) t[r] = 0.5 * (centres[r] + centres[r + 1]);
  return t;
}

class Mhq final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"mhq", 1,
            "Kong, Li & Guo, Manhattan Hashing for Large-Scale Image Retrieval, SIGIR 2012",
            "regions of one-dimensional k-means, natural binary code, Manhattan distance",
            "O(n log n T K)"};
  }

  void describe(Options& options) override {
    options.choice("thresholds", thresholds_, {"1", "3", "7", "15"},
                   "thresholds on each dimension, T; there are T + 1 centres");
  }

  std::string grid() const override { return "thresholds=1,3,7,15"; }

  std::size_t bits_per_dimension() const override { return bits_for_thresholds(T()); }
  double work(const WorkSizes& s) const override {
    return step_work((50 + 70 * static_cast<double>(T())) * s.n * s.K);
  }

  Quantisation learn(const QuantiserInput& data, const Rng&, const Observer&) const override {
    return quantise_each(
        data.Y, Quantisation::Codebook::natural,
        [&](std::span<const float> y, std::size_t) { return k_means_thresholds(y, T()); });
  }

 private:
  std::size_t T() const { return std::stoul(thresholds_); }
  std::string thresholds_ = "3";
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> mhq() {
  return std::make_unique<Mhq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
