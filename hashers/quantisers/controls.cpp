// Two quantisers to compare others with: thresholds that no rule of learning has placed.
#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <string>

namespace hashlab::hashers {
namespace {

class Control : public Quantiser {
 public:
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
                           return thresholds(double{*low}, double{*high}, T(), rng, j);
                         });
  }

 private:
  /// T thresholds of dimension j, whose values lie in [min, max]; ascending.
  virtual std::vector<double> thresholds(double min, double max, std::size_t T, const Rng& rng,
                                         std::size_t j) const = 0;
  std::size_t T() const { return std::stoul(thresholds_); }
  std::string thresholds_ = "3";
};

class Eql final : public Control {
 public:
  MethodInfo info() const override {
    return {"eql", 1, "Moran, PhD thesis, Edinburgh 2016, chapter 4",
            "control: thresholds at equal steps between the least and the greatest value",
            "O(n K)"};
  }

 private:
  std::vector<double> thresholds(double min, double max, std::size_t T, const Rng&,
                                 std::size_t) const override {
    const double step = (max - min) / static_cast<double>(T + 1);
    std::vector<double> t;
    for (std::size_t i = 1; i <= T; ++i) t.push_back(min + static_cast<double>(i) * step);
    return t;
  }
};

class Rnd final : public Control {
 public:
  MethodInfo info() const override {
    return {"rnd", 1, "Moran, PhD thesis, Edinburgh 2016, chapter 4",
            "control: thresholds drawn uniformly between the least and the greatest value",
            "O(n K)"};
  }

 private:
  std::vector<double> thresholds(double min, double max, std::size_t T, const Rng& rng,
                                 std::size_t j) const override {
    Rng draws = rng.stream("rnd.thresholds", j);
    std::vector<double> t(T);
    for (double& threshold : t) threshold = min + draws.uniform() * (max - min);
    std::sort(t.begin(), t.end());
    return t;
  }
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> eql() {
  return std::make_unique<Eql>();
}
std::unique_ptr<Quantiser> rnd() {
  return std::make_unique<Rnd>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
