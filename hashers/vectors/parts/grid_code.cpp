#include "hashers/vectors/parts/grid_code.h"

#include <algorithm>
#include <cmath>

namespace hashlab::hashers {
namespace {

/// A factor at which coordinate i reaches the magnitude k.
struct CriticalFactor {
  double t;
  std::uint32_t i, k;
};

unsigned most_magnitude(std::uint8_t bits) {
  return (1U << (bits - 1U)) - 1U;
}

std::uint8_t digit_of(double r, unsigned k, std::uint8_t bits) {
  const unsigned half = 1U << (bits - 1U);
  return static_cast<std::uint8_t>(r > 0 ? half + k : half - 1U - k);
}

std::vector<CriticalFactor> critical_factors(std::span<const double> r,
                                             std::span<const std::uint8_t> bits) {
  std::vector<CriticalFactor> factors;
  for (std::uint32_t i = 0; i < r.size(); ++i) {
    const double magnitude = std::abs(r[i]);
    if (magnitude == 0) continue;
    for (std::uint32_t k = 1; k <= most_magnitude(bits[i]); ++k) {
      const double t = k / magnitude;
      if (std::isfinite(t)) factors.push_back({t, i, k});
    }
  }
  std::sort(factors.begin(), factors.end(), [](const CriticalFactor& a, const CriticalFactor& b) {
    if (a.t != b.t) return a.t < b.t;
    return a.i != b.i ? a.i < b.i : a.k < b.k;
  });
  return factors;
}

}  // namespace

GridPoint nearest_grid_point(std::span<const double> r, std::span<const std::uint8_t> bits) {
  const std::vector<CriticalFactor> factors = critical_factors(r, bits);
  double half_sum = 0;  // <y, |r|> while all magnitudes are 0
  for (const double x : r) half_sum += std::abs(x) / 2;
  const double quarter = static_cast<double>(r.size()) / 4;  // |y|^2 then
  const double at_zero = half_sum / std::sqrt(quarter);
  std::vector<double> cosines;
  cosines.reserve(factors.size());
  double moved = 0, squares = 0, greatest = at_zero;
  for (const CriticalFactor& factor : factors) {
    moved += std::abs(r[factor.i]);
    squares += 2.0 * factor.k;
    cosines.push_back((moved + half_sum) / std::sqrt(squares + quarter));
    greatest = std::max(greatest, cosines.back());
  }
  const double least = greatest * (1 - 1e-12);
  std::size_t passed = 0;  // the number of factors up to the first greatest cosine
  if (at_zero < least) {
    while (cosines[passed] < least) ++passed;
    ++passed;
  }
  std::vector<unsigned> magnitudes(r.size());
  for (std::size_t j = 0; j < passed; ++j) ++magnitudes[factors[j].i];
  GridPoint point;
  point.t = passed == 0 ? 0 : factors[passed - 1].t;
  for (std::size_t i = 0; i < r.size(); ++i) {
    point.digits.push_back(digit_of(r[i], magnitudes[i], bits[i]));
  }
  return point;
}

GridPoint grid_point_at(std::span<const double> r, std::span<const std::uint8_t> bits, double t) {
  double squares = 0;
  for (const double x : r) squares += x * x;
  GridPoint point;
  point.t = squares == 0 ? 0 : t / std::sqrt(squares);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double reached = std::floor(point.t * std::abs(r[i]));
    const double most = most_magnitude(bits[i]);
    point.digits.push_back(digit_of(r[i], static_cast<unsigned>(std::min(reached, most)), bits[i]));
  }
  return point;
}

double mean_factor(std::size_t dims, std::size_t b, Rng rng) {
  constexpr std::size_t samples = 100;
  if (b == 1) return 0;
  const std::vector<std::uint8_t> bits(dims, static_cast<std::uint8_t>(b));
  std::vector<double> r(dims);
  double sum = 0;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    double squares = 0;
    for (double& x : r) {
      x = rng.normal();
      squares += x * x;
    }
    sum += nearest_grid_point(r, bits).t * std::sqrt(squares);
  }
  return sum / samples;
}

double dot_with_grid(std::span<const double> r, std::span<const std::uint8_t> digits,
                     std::span<const std::uint8_t> bits) {
  double dot = 0;
  for (std::size_t i = 0; i < r.size(); ++i) dot += twice_value(digits[i], bits[i]) * r[i];
  return dot / 2;
}

std::uint64_t four_squared_length(std::span<const std::uint8_t> digits,
                                  std::span<const std::uint8_t> bits) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto value = static_cast<std::int64_t>(twice_value(digits[i], bits[i]));
    sum += static_cast<std::uint64_t>(value * value);
  }
  return sum;
}

}  // namespace hashlab::hashers
