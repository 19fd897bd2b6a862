#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <string>

namespace hashlab::hashers {
namespace {

class Eql final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"eql", 1, "Moran, PhD thesis, Edinburgh 2016, chapter 4",
            "control: thresholds at equal steps between the least and the greatest value",
            "O(n K)"};
  }

  void describe(Options& options) override {
    options.choice("thresholds", thresholds_, {"1", "2", "3", "7", "15"},
                   "thresholds on each dimension, T");
  }

  std::string grid() const override { return "thresholds=1,3,7,15"; }

  std::size_t bits_per_dimension() const override { return bits_for_thresholds(T()); }
  double work(const WorkSizes& s) const override { return step_work(7 * s.n * s.K); }

  Quantisation learn(const QuantiserInput& data, const Rng&, const Observer&) const override {
    return quantise_each(data.Y, codebook_for_thresholds(T()),
                         [&](std::span<const float> y, std::size_t) {
                           const auto [low, high] = std::minmax_element(y.begin(), y.end());
                           const double min = *low;
                           const double step = (double{*high} - min) / static_cast<double>(T() + 1);
                           std::vector<double> t;
                           for (std::size_t j = 1; j <= T(); ++j)
                             t.push_back(min + static_cast<double>(j) * step);
                           return t;
                         });
  }

 private:
  std::size_t T() const { return std::stoul(thresholds_); }
  std::string thresholds_ = "3";
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> eql() {
  return std::make_unique<Eql>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
