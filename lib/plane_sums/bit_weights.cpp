#include "lib/plane_sums/bit_weights.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace hashlab {
namespace {

constexpr std::int32_t largest_weight = (1 << (most_weight_positions - 1)) - 1;

/// The powers of two of a weight: bit p of `plus` if 2^p is added, of `minus` if it is subtracted.
struct Powers {
  std::uint32_t plus = 0, minus = 0;
};

Powers powers_of(std::int32_t weight) {
  const auto size = static_cast<std::uint32_t>(weight < 0 ? -weight : weight);
  // size = (3 * size - size) / 2. Taken digit by digit, this difference has no two neighbours that
  // are both other than zero, and no way to write the number has fewer powers.
  const std::uint32_t triple = 3 * size, differ = triple ^ size;
  Powers powers = {(triple & differ) >> 1, (size & differ) >> 1};
  if (std::popcount(size) <= std::popcount(powers.plus) + std::popcount(powers.minus)) {
    powers = {size, 0};
  }
  return weight < 0 ? Powers{powers.minus, powers.plus} : powers;
}

/// The sum of all powers of two, the largest sum that kernels may have to compute.
std::uint64_t size_of_powers(std::span<const std::int32_t> weights) {
  std::uint64_t size = 0;
  for (const std::int32_t weight : weights) {
    const Powers powers = powers_of(weight);
    size += std::uint64_t{powers.plus} + powers.minus;
  }
  return size;
}

bool is_whole(double x) {
  return x == std::floor(x);
}

}  // namespace

BitWeights::BitWeights(std::span<const std::int32_t> weights) {
  if (weights.size() > most_weighed_planes) {
    refuse(fmt::format("weights of {} bits, at most {} are possible", weights.size(),
                       most_weighed_planes));
  }
  for (const std::int32_t weight : weights) {
    if (weight >= -largest_weight && weight <= largest_weight) continue;
    refuse(fmt::format("a bit has the weight {}, expected {} .. {}", weight, -largest_weight,
                       largest_weight));
  }
  const std::uint64_t size = size_of_powers(weights);
  if (size >> most_sum_digits != 0) {
    refuse(fmt::format("weights of bits have sums up to {}, expected less than 2^{}", size,
                       most_sum_digits));
  }
  most_ = static_cast<std::uint32_t>(size);
  words_ = (weights.size() + 63) / 64;
  for (std::size_t p = 0; p < most_weight_positions; ++p) {
    std::vector<std::uint64_t> plus(words_), minus(words_);
    const std::size_t before = places_.size();
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const Powers powers = powers_of(weights[j]);
      const std::uint32_t adds = powers.plus >> p & 1, subtracts = powers.minus >> p & 1;
      if (adds + subtracts == 0) continue;
      (adds != 0 ? plus : minus)[j / 64] |= std::uint64_t{1} << j % 64;
      places_.push_back(static_cast<std::uint16_t>(Tile::block_words * (2 * j + subtracts)));
      constant_ += subtracts << p;
    }
    plus_.insert(plus_.end(), plus.begin(), plus.end());
    minus_.insert(minus_.end(), minus.begin(), minus.end());
    n_places_.push_back(static_cast<std::uint16_t>(places_.size() - before));
  }
  while (!n_places_.empty() && n_places_.back() == 0) n_places_.pop_back();
}

Weighing BitWeights::weighing() const {
  Weighing weighing;
  weighing.positions = n_places_.size();
  weighing.words = words_;
  weighing.plus = plus_.data();
  weighing.minus = minus_.data();
  weighing.places = places_.data();
  weighing.n_places = n_places_.data();
  weighing.most = most_;
  weighing.n_digits = static_cast<std::size_t>(std::bit_width(most_ | 1));
  return weighing;
}

std::optional<BitSum> bit_sum(std::span<const double> table, std::span<const std::uint8_t> widths) {
  constexpr double largest_start = 1 << 20;
  BitSum sum;
  std::size_t at = 0;
  for (const std::uint8_t width : widths) {
    const std::span<const double> digit = table.subspan(at, std::size_t{1} << width);
    if (!(std::abs(digit[0]) <= largest_start) || !is_whole(2 * digit[0])) return std::nullopt;
    for (std::size_t b = 0; b < width; ++b) {
      const double weight = digit[std::size_t{1} << b] - digit[0];
      if (!(std::abs(weight) <= largest_weight) || !is_whole(weight)) return std::nullopt;
      sum.weights.push_back(static_cast<std::int32_t>(weight));
    }
    const std::size_t first = sum.weights.size() - width;
    for (std::size_t u = 0; u < digit.size(); ++u) {
      double entry = digit[0];
      for (std::size_t b = 0; b < width; ++b) {
        if ((u >> b & 1) != 0) entry += sum.weights[first + b];
      }
      if (digit[u] != entry) return std::nullopt;
    }
    sum.start += digit[0];
    at += digit.size();
  }
  if (sum.weights.size() > most_weighed_planes || size_of_powers(sum.weights) >> most_sum_digits) {
    return std::nullopt;
  }
  return sum;
}

}  // namespace hashlab
