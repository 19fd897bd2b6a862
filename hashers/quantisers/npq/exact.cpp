#include "hashers/quantisers/npq/exact.h"

#include "hashers/quantisers/npq/merged_line.h"
#include "hashers/quantisers/npq/placement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hashlab::hashers::npq {
namespace {

// Above this many groups the search begins on a coarser line.
constexpr std::size_t small_line = 64;
constexpr std::size_t coarsening = 4;

// lambda as a fraction of whole numbers in lowest terms if N and D are whole, else over 1.
Ratio in_lowest_terms(Ratio ratio, const Objective& objective) {
  const bool whole = objective.u == std::floor(objective.u) && ratio.D < 0x1.0p53;
  if (!whole) return {ratio.value(), 1.0};
  const auto divisor = static_cast<double>(
      std::gcd(static_cast<std::uint64_t>(ratio.N), static_cast<std::uint64_t>(ratio.D)));
  return {ratio.N / divisor, ratio.D / divisor};
}

// Dinkelbach's iteration from `cuts` on.
Solution iterate_from(Cuts cuts, const Line& line, const Objective& objective, std::size_t T) {
  const double u = objective.u, v = objective.v;
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

// Cuts for the iteration on the whole line to begin with: the best of a line with every fourth cut,
// then of one with all cuts near these, which nearly always are the best of all. Where nothing is
// exact, equal optima are told apart by where the search began, so there it begins with the former,
// as it always has.
Cuts first_cuts(const Line& line, const Objective& objective, std::size_t T) {
  if (line.groups() <= small_line) return equal_frequency(line, T);
  const Lists above = pairs_above(line);
  const Cuts some = every_cut(line, coarsening);
  const Solution coarse = maximise_ratio(merge_groups(line, above, some), objective, T);
  const Cuts cuts = cuts_of(coarse.cuts, some);
  if (coarse.bound > coarse.value) return cuts;
  const Cuts near = cuts_near(line, cuts, coarsening);
  const Line around = merge_groups(line, above, near);
  return cuts_of(iterate_from(cuts_in(cuts, near), around, objective, T).cuts, near);
}

}  // namespace

Solution maximise_ratio(const Line& line, const Objective& objective, std::size_t T) {
  if (line.pairs == 0.0) return {equal_frequency(line, T), 0.0, 0.0};
  return iterate_from(first_cuts(line, objective, T), line, objective, T);
}

}  // namespace hashlab::hashers::npq
