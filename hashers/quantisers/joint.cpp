#include "hashers/quantisers/bit_spending.h"
#include "hashers/registry.h"

#include <cmath>

namespace hashlab::hashers {
namespace {

// Our own, published nowhere: thresholds and bits are optimised together. The sum of J over
// dimensions parts into dimensions once their bits are fixed, so the best thresholds for every
// number of bits, followed by the optimal knapsack, maximise it over all thresholds and all
// allocations at once. At alpha = 1 that is proved (npq_exact), and this is vbq with solver=exact
// and allocation=exact; what it adds to vbq is the objective with alpha < 1. There it holds to
// within the gap the bracket reaches (npq_bracket): cuts of less J than a bit fewer has do occur,
// and the knapsack spends nothing on them.
class Joint final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"joint",
            2,
            "our own: thresholds with the greatest J, proved optimal at alpha = 1, and within the "
            "gap that is reached for smaller alpha; optimal allocation as in VBQ",
            "thresholds and numbers of bits of all dimensions, chosen together for the greatest "
            "sum of NPQ's objective J",
            "O(T n^2 K) at alpha = 1, for smaller alpha up to `placements` times that",
            "Joint"};
  }

  void describe(Options& options) override {
    options.real("alpha", alpha_, 0.0, 1.0, "weight of F-beta against squared error");
    options.real("beta", beta_, 0.01, 100.0, "beta of F-beta");
    options.count("max-bits", max_bits_, 1, 4, "maximum number of bits per dimension");
    options
        .real("gap", bracket_.gap, 0.0, 1.0,
              "stop when J of a dimension is proved optimal to within this fraction")
        .unless("alpha", "1");
    options
        .count("placements", bracket_.placements, 1, 100000,
               "maximum number of dynamic programmes per dimension and number of bits")
        .unless("alpha", "1");
  }

  std::string grid() const override { return "beta=0.5,1,2"; }

  Supervision supervision() const override { return Supervision::neighbours; }
  std::size_t bits_per_dimension() const override { return 1; }
  bool allocates_bits() const override { return true; }

  double work(const WorkSizes& s) const override {
    return step_work(s.K * s.n * s.n * std::exp2(static_cast<double>(max_bits_)) * 2.5);
  }

  Quantisation learn(const QuantiserInput& data, const Rng&,
                     const Observer& observer) const override {
    BitSpending how;
    how.method = "joint";
    how.max_bits = max_bits_;
    how.objective = npq::make_objective(beta_, alpha_);
    how.place = [&](const npq::KeptLines& lines, std::size_t T, std::size_t k) {
      return lines.maximise(k, how.objective, T, bracket_);
    };
    return spend_bits(data, how, observer);
  }

 private:
  double alpha_ = 1.0;
  double beta_ = 1.0;
  std::size_t max_bits_ = 4;
  npq::BracketSettings bracket_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> joint() {
  return std::make_unique<Joint>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
