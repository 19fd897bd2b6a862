#include "hashers/vectors/parts/lloyd_max.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

double normal_density(double t) {
  return std::exp(-t * t / 2) * 0.3989422804014327;  // 1 / sqrt(2 pi); 0 at infinity
}

/// The mean of a normal variable between a and b, where a < b.
double conditional_mean(double a, double b) {
  const double share = (std::erf(b / std::sqrt(2.0)) - std::erf(a / std::sqrt(2.0))) / 2;
  return (normal_density(a) - normal_density(b)) / share;
}

}  // namespace

std::vector<double> lloyd_max_levels(std::size_t b) {
  constexpr std::size_t most_rounds = 20000;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Only the positive half is iterated, so that the levels are symmetric.
  const std::size_t half = std::size_t{1} << (b - 1);
  std::vector<double> upper(half);
  for (std::size_t k = 0; k < half; ++k) {
    upper[k] = 2.5 * static_cast<double>(2 * k + 1) / static_cast<double>(2 * half);
  }
  for (std::size_t round = 0; round < most_rounds; ++round) {
    std::vector<double> next(half);
    double moved = 0;
    for (std::size_t k = 0; k < half; ++k) {
      const double low = k == 0 ? 0 : (upper[k - 1] + upper[k]) / 2;
      const double high = k + 1 == half ? infinity : (upper[k] + upper[k + 1]) / 2;
      next[k] = conditional_mean(low, high);
      moved = std::max(moved, std::abs(next[k] - upper[k]));
    }
    upper = next;
    if (moved < 1e-14) break;
  }
  std::vector<double> levels;
  for (std::size_t k = half; k-- > 0;) levels.push_back(-upper[k]);
  levels.insert(levels.end(), upper.begin(), upper.end());
  return levels;
}

std::size_t nearest_level(std::span<const double> levels, double value) {
  std::size_t k = 0;
  while (k + 1 < levels.size() && value > (levels[k] + levels[k + 1]) / 2) ++k;
  return k;
}

}  // namespace hashlab::hashers
