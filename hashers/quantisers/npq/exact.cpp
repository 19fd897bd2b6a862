#include "hashers/quantisers/npq/exact.h"

#include "hashers/quantisers/npq/placement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hashlab::npq {
namespace {

// Above this many groups the search begins on a coarser line.
constexpr std::size_t small_line = 64;
constexpr std::size_t coarsening = 4;

// The line with cuts at multiples of `step` only. Ratios of its placements are those of the same
// cuts of the full line.
Line coarsen(const Line& line, std::size_t step) {
  Line coarse;
  coarse.pairs = line.pairs;
  coarse.before = {0.0};
  for (std::size_t a = 0; a < line.groups(); a += step) {
    const std::size_t b = std::min(a + step, line.groups());
    coarse.values.push_back(line.values[a]);
    coarse.before.push_back(line.before[b]);
    const std::size_t first = coarse.below.items.size();
    for (std::size_t k = line.below.offsets[a]; k < line.below.offsets[b]; ++k) {
      coarse.below.items.push_back(line.below.items[k] / static_cast<std::uint32_t>(step));
    }
    std::sort(coarse.below.items.begin() + static_cast<std::ptrdiff_t>(first),
              coarse.below.items.end());
    coarse.below.offsets.push_back(coarse.below.items.size());
  }
  return coarse;
}

Cuts first_cuts(const Line& line, const Objective& objective, std::size_t T) {
  if (line.groups() <= small_line) return equal_frequency(line, T);
  Cuts cuts = maximise_ratio(coarsen(line, coarsening), objective, T).cuts;
  for (std::uint32_t& cut : cuts) cut *= static_cast<std::uint32_t>(coarsening);
  return cuts;
}

// lambda as a fraction of whole numbers in lowest terms if N and D are whole, else over 1.
Ratio in_lowest_terms(Ratio ratio, const Objective& objective) {
  const bool whole = objective.u == std::floor(objective.u) && ratio.D < 0x1.0p53;
  if (!whole) return {ratio.value(), 1.0};
  const auto divisor = static_cast<double>(
      std::gcd(static_cast<std::uint64_t>(ratio.N), static_cast<std::uint64_t>(ratio.D)));
  return {ratio.N / divisor, ratio.D / divisor};
}

}  // namespace

Solution maximise_ratio(const Line& line, const Objective& objective, std::size_t T) {
  const double u = objective.u, v = objective.v;
  if (line.pairs == 0.0) return {equal_frequency(line, T), 0.0, 0.0};
  Cuts cuts = first_cuts(line, objective, T);
  for (;;) {
    const Ratio current = f_ratio(line, objective, cuts);
    const auto [p, q] = in_lowest_terms(current, objective);
    const Placement best = best_placement(line, {.pair_gain = q * (u + v), .pair_cost = p * v}, T);
    const Ratio found = f_ratio(line, objective, best.cuts);
    const double excess = best.value - p * u * line.pairs;  // max of q N - p D
    const bool exact = best.error == 0.0 && p * u * line.pairs < 0x1.0p53;
    if (exact ? excess > 0.0 : found.value() > current.value()) {
      cuts = best.cuts;
      continue;
    }
    if (exact) return {best.cuts, found.value(), found.value()};
    // D >= u s, so no ratio is above lambda by more than this.
    const double slack = std::max(excess, 0.0) + best.error + 0x1.0p-52 * p * u * line.pairs;
    return {cuts, current.value(), current.value() + slack / (q * u * line.pairs)};
  }
}

}  // namespace hashlab::npq
