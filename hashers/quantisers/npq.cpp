#include "hashers/quantisers/npq/annealing.h"
#include "hashers/quantisers/npq/bracket.h"
#include "hashers/quantisers/npq/evolution.h"
#include "hashers/quantisers/npq/kept_lines.h"
#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <optional>
#include <string>

namespace hashlab::hashers {
namespace {

class Npq final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"npq", 2,
            "Moran, Lavrenko & Osborne, Neighbourhood Preserving Quantisation for LSH, SIGIR 2013; "
            "thesis chapter 4, algorithms 6 and 7; exact solver our own",
            "thresholds that keep neighbours in one region, measured by F-beta; natural binary "
            "code",
            "O(iterations T n^2 K), exact solver at alpha = 1"};
  }

  void describe(Options& options) override {
    options.choice("thresholds", thresholds_, {"1", "2", "3", "7", "15"},
                   "thresholds on each dimension, T; 2 uses the double-bit code");
    options.choice(
        "solver", solver_, {"exact", "evolution", "annealing"},
        "how the objective J is maximised: to a proved optimum, or by a search of the thesis");
    options.real("beta", beta_, 0.01, 100.0,
                 "beta of F-beta; 0.7071067811865476 (beta^2 = 1/2) in the thesis author's "
                 "released code");
    options.real_or_auto("alpha", alpha_, 0.0, 1.0,
                         "weight of F-beta against squared error; auto: 1 if T = 1 or the code has "
                         "fewer than 128 bits, else 0.8");
    options
        .real("gap", bracket_.gap, 0.0, 1.0,
              "stop when J is proved optimal to within this fraction; no effect if alpha is 1")
        .only_if("solver", "exact")
        .unless("alpha", "1");
    options
        .count("placements", bracket_.placements, 1, 100000,
               "maximum number of dynamic programmes per dimension; no effect if alpha is 1")
        .only_if("solver", "exact")
        .unless("alpha", "1");
    options.count("population", evolution_.population, 2, 100000, "number of individuals, H")
        .only_if("solver", "evolution");
    options.count("generations", evolution_.generations, 0, 100000, "number of generations, M")
        .only_if("solver", "evolution");
    options.count("steps", annealing_.steps, 0, 1000000, "number of steps, M")
        .only_if("solver", "annealing");
    options.real("temperature", annealing_.temperature, 1e-6, 1e12, "initial temperature, in ranks")
        .only_if("solver", "annealing");
    options
        .real("cooling", annealing_.cooling, 1e-6, 1.0,
              "factor by which each step multiplies the temperature")
        .only_if("solver", "annealing");
  }

  std::string grid() const override { return "thresholds=1,3,7,15; beta=0.5,1,2"; }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t bits_per_dimension() const override { return bits_for_thresholds(T()); }

  double work(const WorkSizes& s) const override {
    const auto T = static_cast<double>(this->T());
    const auto tries = static_cast<double>(evolution_.population * evolution_.generations);
    if (solver_ == "evolution") return step_work(s.K * tries * (s.pairs + 10 * s.n) / 4);
    if (solver_ == "annealing") {
      return step_work(s.K * static_cast<double>(annealing_.steps) * (s.pairs + 10 * s.n) / 4);
    }
    return step_work(3 * s.K * s.n * s.n * T);
  }

  Quantisation learn(const QuantiserInput& data, const Rng& rng,
                     const Observer& observer) const override {
    const npq::KeptLines lines(data, "npq");
    const std::size_t bits = bits_per_dimension() * data.Y.n_cols;
    const double chosen = T() == 1 || bits < 128 ? 1.0 : 0.8;
    const npq::Objective objective = npq::make_objective(beta_, alpha_.value_or(chosen));
    return quantise_each(data.Y, codebook_for_thresholds(T()),
                         [&](std::span<const float>, std::size_t j) {
                           const npq::Cuts cuts = solve(lines, objective, rng, j);
                           observer.tell("npq: thresholds", j + 1, data.Y.n_cols);
                           return npq::thresholds_of(*lines.line(j), cuts, T());
                         });
  }

 private:
  npq::Cuts solve(const npq::KeptLines& lines, const npq::Objective& objective, const Rng& rng,
                  std::size_t j) const {
    if (solver_ == "evolution") return lines.evolve(j, objective, T(), evolution_, rng);
    if (solver_ == "annealing") {
      return npq::anneal(*lines.line(j), objective, T(), annealing_,
                         rng.stream("npq.annealing", j));
    }
    return lines.maximise(j, objective, T(), bracket_);
  }

  std::size_t T() const { return std::stoul(thresholds_); }

  std::string thresholds_ = "3";
  std::string solver_ = "exact";
  double beta_ = 1.0;
  std::optional<double> alpha_;
  npq::BracketSettings bracket_;
  npq::EvolutionSettings evolution_;
  npq::AnnealingSettings annealing_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> npq() {
  return std::make_unique<Npq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
