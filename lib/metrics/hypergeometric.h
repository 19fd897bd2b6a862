#pragma once

#include <algorithm>
#include <cstdint>

namespace hashlab {

/// The mean of value(y), where y has a hypergeometric distribution: of `items` items, `marked` are
/// marked and `drawn` are drawn at random, and y is the number of marked items among those drawn.
/// Weights are computed by recurrence outwards from the most likely y, until one is at most 2^-80
/// of the largest.
template <typename Value>
double hypergeometric_mean(std::uint64_t items, std::uint64_t marked, std::uint64_t drawn,
                           Value value) {
  const double n = static_cast<double>(items), p = static_cast<double>(marked);
  const double m = static_cast<double>(drawn), rest = n - p - m;
  const double least = std::max(0.0, -rest), most = std::min(p, m);
  const double likeliest = std::clamp(
      static_cast<double>(static_cast<std::uint64_t>((m + 1) * (p + 1) / (n + 2))), least, most);
  constexpr double negligible = 0x1.0p-80;
  double weights = 1.0, sum = value(likeliest), w = 1.0;
  for (double y = likeliest; y < most && w > negligible; ++y) {
    w *= (p - y) * (m - y) / ((y + 1) * (rest + y + 1));
    weights += w;
    sum += w * value(y + 1);
  }
  w = 1.0;
  for (double y = likeliest; y > least && w > negligible; --y) {
    w *= y * (rest + y) / ((p - y + 1) * (m - y + 1));
    weights += w;
    sum += w * value(y - 1);
  }
  return sum / weights;
}

}  // namespace hashlab
