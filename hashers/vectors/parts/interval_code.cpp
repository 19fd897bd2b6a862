#include "hashers/vectors/parts/interval_code.h"

#include <algorithm>
#include <cmath>

namespace hashlab::hashers {
namespace {

double mean_of(std::span<const double> x) {
  double sum = 0;
  for (const double each : x) sum += each;
  return sum / static_cast<double>(x.size());
}

double squares_of(std::span<const double> x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return sum;
}

/// The loss of an interval for x, whose squared length is n2.
double interval_loss(std::span<const double> x, const Interval& interval, std::size_t bits,
                     double n2, double lambda) {
  const std::vector<std::uint8_t> k = interval_digits(x, interval, bits);
  const double w =
      (interval.upper - interval.lower) / static_cast<double>((std::size_t{1} << bits) - 1);
  double along = 0, squared = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double e = x[i] - (interval.lower + w * k[i]);
    along += x[i] * e;
    squared += e * e;
  }
  return (1 - lambda) * along * along / n2 + lambda * squared;
}

/// The best interval for the digits that `from` gives; equal to `from` if there is none.
Interval best_for_digits(std::span<const double> x, const Interval& from, std::size_t bits,
                         double n2, double lambda) {
  const std::vector<std::uint8_t> k = interval_digits(x, from, bits);
  const auto most = static_cast<double>((std::size_t{1} << bits) - 1);
  double daa = 0, dab = 0, dbb = 0, dax = 0, dbx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double s = k[i] / most, t = 1 - s;
    daa += t * t;
    dab += t * s;
    dbb += s * s;
    dax += x[i] * t;
    dbx += x[i] * s;
  }
  const double h = (1 - lambda) / n2;
  const double m0 = h * dax * dax + lambda * daa, m1 = h * dax * dbx + lambda * dab,
               m2 = h * dbx * dbx + lambda * dbb;
  const double det = m0 * m2 - m1 * m1;
  if (det == 0) return from;
  const Interval to = {(m2 * dax - m1 * dbx) / det, (m0 * dbx - m1 * dax) / det};
  const bool usable = std::isfinite(to.lower) && std::isfinite(to.upper) && to.upper > to.lower;
  return usable ? to : from;
}

}  // namespace

std::vector<std::uint8_t> interval_digits(std::span<const double> x, const Interval& interval,
                                          std::size_t bits) {
  const auto most = static_cast<double>((std::size_t{1} << bits) - 1);
  std::vector<std::uint8_t> digits(x.size());
  if (!(interval.upper > interval.lower)) return digits;
  const double inverse = most / (interval.upper - interval.lower);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double within = std::clamp(x[i], interval.lower, interval.upper) - interval.lower;
    digits[i] = static_cast<std::uint8_t>(std::min(most, std::floor(within * inverse + 0.5)));
  }
  return digits;
}

std::vector<AskedTerm> interval_terms(std::span<const double> s, std::size_t bits) {
  AskedTerm of_digits, of_ends;
  for (const double weight : s) {
    of_ends.start += weight;
    for (std::size_t k = 0; k < std::size_t{1} << bits; ++k) {
      of_digits.table.push_back(weight * static_cast<double>(k));
    }
  }
  return {of_digits, of_ends};
}

Interval osq_interval(std::span<const double> x, std::size_t bits, double lambda,
                      std::size_t steps) {
  // Standard deviations that minimise the squared error of normal variables, as in Lucene.
  constexpr double deviations[] = {.798, 1.493, 2.051, 2.514, 2.916, 3.278, 3.611, 3.922};
  const double mean = mean_of(x), n2 = squares_of(x);
  double variance = 0;
  for (const double each : x) variance += (each - mean) * (each - mean);
  const double reach = deviations[bits - 1] * std::sqrt(variance / static_cast<double>(x.size()));
  const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
  Interval found = {std::clamp(mean - reach, *least, *greatest),
                    std::clamp(mean + reach, *least, *greatest)};
  if (!(found.upper > found.lower) || n2 == 0) return {mean, mean};
  double loss = interval_loss(x, found, bits, n2, lambda);
  for (std::size_t step = 0; step < steps; ++step) {
    const Interval next = best_for_digits(x, found, bits, n2, lambda);
    constexpr double small = 1e-8;
    if (std::abs(next.lower - found.lower) < small && std::abs(next.upper - found.upper) < small) {
      break;
    }
    const double changed = interval_loss(x, next, bits, n2, lambda);
    if (!(changed <= loss)) break;
    found = next;
    loss = changed;
  }
  return found;
}

}  // namespace hashlab::hashers
