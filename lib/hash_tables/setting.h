#pragma once

#include "lib/codes/codes.h"
#include "lib/rng.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab {

/// Which bits of a code form the key of a table.
enum class KeyBits {
  segments,  ///< table l has bits l * K .. l * K + K - 1 (thesis figure 3.5)
  sampled,   ///< table l has K distinct bits drawn at random; tables may share bits
};

/// The parameters of hash tables and of their look-up. An item is retrieved if, in at least one of
/// the L tables, its key of K bits differs from the query's in at most `radius` bits. Keys consist
/// of stored bits of the codes. This also holds for Manhattan codes (see CodeFormat): `radius`
/// counts the bits in which keys differ, not the distance between digits.
struct HashTableSetting {
  std::size_t K = 1, L = 1, radius = 0;
  KeyBits keys = KeyBits::segments;
  auto operator<=>(const HashTableSetting&) const = default;
};

/// "K=16,L=2,r=1", followed by ",keys=sampled" if they are sampled.
std::string setting_text(const HashTableSetting& setting);

/// The reason why the setting does not fit codes of `bits` bits; empty if it does. A setting fits
/// if 1 <= K <= min(bits, 64), L >= 1, L * K <= bits for segments, radius <= K, and at most 2^32
/// keys are within the radius.
std::string misfit(const HashTableSetting& setting, std::size_t bits);

/// The number of keys of K bits that differ from a given key in at most `radius` bits, including
/// the key itself; 2^64 - 1 if there are as many or more.
std::uint64_t keys_within(std::size_t K, std::size_t radius);

/// The K bit positions of each table, ascending within a table. The sampled bits of table l depend
/// on `rng`, `bits` and l only, and those for a smaller K are a subset of those for a larger one.
/// Errors:  invalid_argument with the reason if the setting does not fit.
std::vector<std::vector<std::uint32_t>> key_positions(const HashTableSetting& setting,
                                                      std::size_t bits, const Rng& rng);

/// The key of code i: bit j of the key is bit positions[j] of the code. There must be 1 .. 64
/// positions, ascending.
std::uint64_t key_of(const Codes& codes, std::size_t i, std::span<const std::uint32_t> positions);

/// The key of each code, see key_of().
std::vector<std::uint64_t> keys_of(const Codes& codes, std::span<const std::uint32_t> positions);

}  // namespace hashlab
