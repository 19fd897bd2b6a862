#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <string>

namespace hashlab::hashers {
namespace {

class Rnd final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"rnd", 1, "Moran, PhD thesis, Edinburgh 2016, chapter 4",
            "control: thresholds drawn evenly between the least and the greatest value", "O(n K)"};
  }

  void describe(Options& options) override {
    options.choice("thresholds", thresholds_, {"1", "2", "3", "7", "15"},
                   "thresholds on each dimension, T");
  }

  std::string grid() const override { return "thresholds=1,3,7,15"; }

  std::size_t bits_per_dimension() const override { return bits_for_thresholds(T()); }
  double work(const WorkSizes& s) const override { return step_work(7 * s.n * s.K); }

  Quantisation learn(const QuantiserInput& data, const Rng& rng, const Observer&) const override {
    return quantise_each(data.Y, codebook_for_thresholds(T()),
                         [&](std::span<const float> y, std::size_t j) {
                           const auto [low, high] = std::minmax_element(y.begin(), y.end());
                           const double min = *low, width = double{*high} - min;
                           Rng draws = rng.stream("rnd.thresholds", j);
                           std::vector<double> t(T());
                           for (double& threshold : t) threshold = min + draws.uniform() * width;
                           std::sort(t.begin(), t.end());
                           return t;
                         });
  }

 private:
  std::size_t T() const { return std::stoul(thresholds_); }
  std::string thresholds_ = "3";
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> rnd() {
  return std::make_unique<Rnd>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
