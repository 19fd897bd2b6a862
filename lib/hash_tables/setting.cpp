#include "lib/hash_tables/setting.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace hashlab {
namespace {

constexpr std::uint64_t max_probes = std::uint64_t{1} << 32;

std::vector<std::uint32_t> sampled_positions(std::size_t K, std::size_t bits, Rng rng) {
  std::vector<std::uint32_t> positions(bits);
  std::iota(positions.begin(), positions.end(), 0u);
  rng.shuffle(positions);
  positions.resize(K);
  std::sort(positions.begin(), positions.end());
  return positions;
}

}  // namespace

std::string setting_text(const HashTableSetting& s) {
  return fmt::format("K={},L={},r={}{}", s.K, s.L, s.radius,
                     s.keys == KeyBits::sampled ? ",keys=sampled" : "");
}

std::string misfit(const HashTableSetting& s, std::size_t bits) {
  if (s.K < 1 || s.K > 64) return "keys must have 1 .. 64 bits";
  if (s.L < 1) return "there must be at least 1 table";
  if (s.K > bits) return fmt::format("codes have {} bits", bits);
  if (s.keys == KeyBits::segments && s.L > bits / s.K) {
    return fmt::format("L x K is above the {} bits of a code", bits);
  }
  if (s.radius > s.K) return "the radius is above K";
  if (keys_within(s.K, s.radius) > max_probes) return "a table would be probed above 2^32 times";
  return "";
}

std::uint64_t keys_within(std::size_t K, std::size_t radius) {
  // Binomial coefficients up to C(64, 32) fit; only their sum for a radius of 64 does not.
  std::uint64_t sum = 0, choose = 1;
  for (std::size_t r = 0; r <= std::min(radius, K); ++r) {
    if (sum > std::numeric_limits<std::uint64_t>::max() - choose) {
      return std::numeric_limits<std::uint64_t>::max();
    }
    sum += choose;
    // C(K, r + 1) = C(K, r) (K - r) / (r + 1), divided first where the product would overflow.
    const std::uint64_t common = std::gcd(choose, r + 1);
    choose = choose / common * ((K - r) / ((r + 1) / common));
  }
  return sum;
}

std::vector<std::vector<std::uint32_t>> key_positions(const HashTableSetting& s, std::size_t bits,
                                                      const Rng& rng) {
  if (const std::string why = misfit(s, bits); !why.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("hash tables {}: {}", setting_text(s), why));
  }
  std::vector<std::vector<std::uint32_t>> tables;
  for (std::size_t l = 0; l < s.L; ++l) {
    if (s.keys == KeyBits::sampled) {
      tables.push_back(sampled_positions(s.K, bits, rng.stream("tables.sampled", l)));
    } else {
      tables.emplace_back(s.K);
      std::iota(tables.back().begin(), tables.back().end(), static_cast<std::uint32_t>(l * s.K));
    }
  }
  return tables;
}

std::uint64_t key_of(const Codes& codes, std::size_t i, std::span<const std::uint32_t> positions) {
  const std::size_t K = positions.size();
  std::uint64_t key = 0;
  if (positions.back() - positions.front() + 1 == K) {  // consecutive, since they ascend
    const std::size_t low = std::min<std::size_t>(K, 32);
    key = codes.get(i, positions[0], low);
    if (K > low) key |= codes.get(i, positions[0] + low, K - low) << low;
    return key;
  }
  for (std::size_t j = 0; j < K; ++j) {
    key |= static_cast<std::uint64_t>(codes.bit(i, positions[j])) << j;
  }
  return key;
}

std::vector<std::uint64_t> keys_of(const Codes& codes, std::span<const std::uint32_t> positions) {
  std::vector<std::uint64_t> keys(codes.n);
  for (std::size_t i = 0; i < codes.n; ++i) keys[i] = key_of(codes, i, positions);
  return keys;
}

}  // namespace hashlab
