#include "hashers/quantisers/npq/annealing.h"

#include "hashers/quantisers/npq/pair_counts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlab::hashers::npq {
namespace {

Cuts round_to_cuts(const Line& line, const std::vector<double>& x) {
  Cuts cuts;
  for (const double position : x) cuts.push_back(static_cast<std::uint32_t>(position + 0.5));
  return tidy(line, std::move(cuts));
}

std::vector<double> random_direction(std::size_t T, Rng& rng) {
  std::vector<double> direction(T);
  double norm = 0.0;
  while (norm == 0.0) {
    for (double& d : direction) {
      d = rng.normal();
      norm += d * d;
    }
  }
  norm = std::sqrt(norm);
  for (double& d : direction) d /= norm;
  return direction;
}

}  // namespace

Cuts anneal(const Line& line, const Objective& objective, std::size_t T,
            const AnnealingSettings& settings, Rng rng) {
  const auto G = static_cast<double>(line.groups());
  const PairCounts pairs(line);
  const auto rate = [&](const Cuts& cuts) {
    return evaluate(line, objective, cuts, pairs.within(cuts));
  };
  std::vector<double> x(T);
  for (double& position : x) position = 1.0 + rng.uniform() * (G - 1.0);
  Cuts best = round_to_cuts(line, x);
  double J = rate(best), best_J = J;

  double temperature = settings.temperature;
  for (std::size_t m = 0; m < settings.steps; ++m) {
    const std::vector<double> direction = random_direction(T, rng);
    std::vector<double> moved = x;
    for (std::size_t j = 0; j < T; ++j) {
      moved[j] = std::clamp(x[j] + temperature * direction[j], 1.0, G);
    }
    Cuts cuts = round_to_cuts(line, moved);
    const double moved_J = rate(cuts);
    if (moved_J >= J || rng.uniform() < 1.0 / (1.0 + std::exp((J - moved_J) / temperature))) {
      x = std::move(moved);
      J = moved_J;
    }
    if (moved_J > best_J) {
      best_J = moved_J;
      best = std::move(cuts);
    }
    temperature *= settings.cooling;
  }
  return best;
}

}  // namespace hashlab::hashers::npq
