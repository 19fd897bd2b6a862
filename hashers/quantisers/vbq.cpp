#include "hashers/quantisers/bit_spending.h"
#include "hashers/registry.h"

#include <cmath>
#include <string>

namespace hashlab::hashers {
namespace {

// allocation=exact is VBQ_bound, greedy is VBQ_greedy. The thesis solves the former's binary
// programme by branch and bound; it is a knapsack, and dynamic programming finds the same optimum.
class Vbq final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {
        "vbq", 1,
        "Moran, Lavrenko & Osborne, Variable Bit Quantisation for LSH, ACL 2013; thesis chapter "
        "5, equation of VBQ_bound and algorithm 8",
        "0 to 4 bits per dimension, allocated by the F-beta that they reach, natural binary code",
        "O(iterations s K), s neighbour pairs; solver=exact: O(T n^2 K)"};
  }

  void describe(Options& options) override {
    options.real("beta", beta_, 0.01, 100.0,
                 "beta of F-beta; the thesis chooses among 0.5 1 2 5 10");
    options.count("max-bits", max_bits_, 1, 4,
                  "maximum number of bits per dimension; the thesis chooses among 1 .. 4");
    options.choice("allocation", allocation_, {"exact", "greedy"},
                   "how bits are allocated: the optimum, or the thesis's algorithm 8");
    options.choice(
        "solver", solver_, {"evolution", "exact"},
        "how F-beta is maximised on a dimension: by the thesis's search, or to a proved optimum");
  }

  std::string grid() const override { return "beta=0.5,1,2; max-bits=2,4"; }

  Supervision supervision() const override { return Supervision::neighbours; }
  std::size_t bits_per_dimension() const override { return 1; }
  bool allocates_bits() const override { return true; }

  double work(const WorkSizes& s) const override {
    const npq::EvolutionSettings search;
    const auto tries = static_cast<double>(search.population * search.generations);
    const auto searches = static_cast<double>(max_bits_);
    if (solver_ == "evolution") {
      constexpr double a_try = 7000;  // whatever it is learned from
      return step_work(s.K * searches * tries * (a_try + (s.pairs + 10 * s.n) / 4));
    }
    return step_work(3 * s.K * s.n * s.n * std::exp2(searches));
  }

  Quantisation learn(const QuantiserInput& data, const Rng& rng,
                     const Observer& observer) const override {
    BitSpending how;
    how.method = "vbq";
    how.max_bits = max_bits_;
    how.greedy = allocation_ == "greedy";
    how.objective = npq::make_objective(beta_, 1.0);
    how.place = [&](const npq::KeptLines& lines, std::size_t T, std::size_t k) {
      if (solver_ == "exact") return lines.maximise(k, how.objective, T, {});
      // By the stream of npq, so that a dimension with b bits has the thresholds of npq at that T.
      return lines.evolve(k, how.objective, T, {}, rng);
    };
    return spend_bits(data, how, observer);
  }

 private:
  double beta_ = 1.0;
  std::size_t max_bits_ = 4;
  std::string allocation_ = "exact";
  std::string solver_ = "evolution";
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> vbq() {
  return std::make_unique<Vbq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
