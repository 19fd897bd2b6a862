#pragma once

#include "lib/codes/codes.h"
#include "lib/rng.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab {

/// Which bits of a code are the key of a table.
enum class KeyBits {
  segments,  ///< table l has bits l * K .. l * K + K - 1 (thesis figure 3.5)
  sampled,   ///< table l has K distinct bits drawn at random; tables may share bits
};

/// Hash tables and how they are asked: an item is retrieved if in one of L tables its key of K bits
/// is within `radius` bits of the query's. Bits are those stored: for Manhattan codes
/// (see CodeFormat) a key is made of bits of binary digits, and the radius counts bits.
struct TableSetting {
  std::size_t K = 1, L = 1, radius = 0;
  KeyBits keys = KeyBits::segments;
  auto operator<=>(const TableSetting&) const = default;
};

/// "K=16,L=2,r=1", and ",keys=sampled" where they are.
std::string setting_text(const TableSetting& setting);

/// Why codes of so many bits cannot be put into such tables; empty if they can: 1 <= K <= bits, 64;
/// L >= 1; L * K <= bits for segments; radius <= K; at most 2^32 keys within the radius.
std::string misfit(const TableSetting& setting, std::size_t bits);

/// How many keys of K bits lie within `radius` of a key, itself included; 2^64 - 1 if that many or
/// more.
std::uint64_t keys_within(std::size_t K, std::size_t radius);

/// The K bit positions of each table, ascending within a table. Sampled bits of table l depend on
/// `rng`, bits and l only, and those for a smaller K are among them: more tables or longer keys add
/// to what is there.
/// Errors:  invalid_argument with the reason if the setting does not fit.
std::vector<std::vector<std::uint32_t>> key_positions(const TableSetting& setting, std::size_t bits,
                                                      const Rng& rng);

/// The key of code i: its bit j is bit positions[j] of the code; 1 .. 64 positions.
std::uint64_t key_of(const Codes& codes, std::size_t i, std::span<const std::uint32_t> positions);

/// Of every code.
std::vector<std::uint64_t> keys_of(const Codes& codes, std::span<const std::uint32_t> positions);

}  // namespace hashlab
