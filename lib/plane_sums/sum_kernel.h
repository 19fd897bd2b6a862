#pragma once

#include "lib/hamming/kernel.h"

#include <cstddef>
#include <cstdint>

namespace hashlab {

/// Whole weights of the bits of codes, in the form that kernels read. Each weight is a sum of
/// powers of two, each added or subtracted. A power that is subtracted is added instead for the
/// zeros of that bit, so nothing is negative. The sum of a code c is
///
///   U(c) = sum over p < positions of 2^p * (ones of c at plus[p] + zeros of c at minus[p]),
///
/// where plus[p] and minus[p] are disjoint masks of `words` words each. U(c) is the weighted sum of
/// the bits of c plus a constant of the weights, the sum of all that is subtracted.
///
/// `places` has the same masks as positions of lines (see WeighedTile): first those of p = 0, then
/// those of p = 1, and so on; n_places[p] of each, in words from the first line of a block.
struct Weighing {
  std::size_t positions = 0;
  std::size_t words = 0;
  const std::uint64_t* plus = nullptr;      ///< positions x words
  const std::uint64_t* minus = nullptr;     ///< positions x words
  const std::uint16_t* places = nullptr;    ///< one for each one in the masks
  const std::uint16_t* n_places = nullptr;  ///< for each position
  std::uint32_t most = 0;                   ///< no sum is larger
  std::size_t n_digits = 1;                 ///< binary digits of `most`, at least 1
};

/// Codes of one length that are compared with weighings. Like a Tile, it is sliced into blocks of
/// 512 codes, and code i of a block is bit i / 8 of word i % 8. Plane j of a block has two lines of
/// eight words: line 2 j holds bit j of each code, and line 2 j + 1 its complement.
struct WeighedTile {
  std::size_t n = 0;                     ///< number of codes; those after them are zero
  std::size_t n_blocks = 0;              ///< ceil(n / 512)
  std::size_t n_planes = 0;              ///< planes per block, at least the bits of a code
  std::size_t words = 0;                 ///< 64-bit words per code
  const std::uint64_t* codes = nullptr;  ///< n x words, for kernels that do not slice
  const std::uint64_t* lines = nullptr;  ///< n_blocks x n_planes x 2 x 8 words, for others

  // Always inline, because a file that is compiled for a wider instruction set must not define
  // functions that other files call.
  [[gnu::always_inline]] std::size_t block_words() const {
    return 2 * Tile::block_words * n_planes;
  }
  /// Where SumKernel::sums writes the sum of code i.
  [[gnu::always_inline]] static constexpr std::size_t slot(std::size_t i) {
    const std::size_t in_block = i % Tile::block_codes;
    return i - in_block + in_block % Tile::block_words * 64 + in_block / Tile::block_words;
  }
};

/// A function that SumKernel::at_least calls for each code found. It gets the pointer `search` that
/// was passed to `at_least`, the index of the weighing, the position of the code in the tile, and
/// its sum.
using OnSum = void (*)(void* search, std::size_t weighing, std::size_t position, std::uint32_t sum);

/// An implementation of weighted sums for one instruction set. All of them give the same integers.
struct SumKernel {
  const char* name;     ///< the name of the Kernel that slices the codes
  bool (*supported)();  ///< true if it is compiled in and this CPU can run it
  bool sliced;          ///< true if it reads `lines` and `places`, not `codes` and masks
  /// out[WeighedTile::slot(i)] = U(code i). `out` has 512 numbers for each block.
  void (*sums)(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out);
  /// For each sum u, adds the number of the tile's codes with this sum to out[u]. `out` has
  /// weighing.most + 1 elements.
  void (*count)(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out);
  /// Calls found(search, q, i, u) for the codes i of the tile whose sum u under weighing q is at
  /// least least[q * n_blocks + b] in their block b. found() may raise these numbers; later codes
  /// below them may then be left out.
  void (*at_least)(const Weighing* weighings, std::size_t n_weighings, const WeighedTile& tile,
                   const std::uint32_t* least, OnSum found, void* search);
};

/// The largest number of planes, of positions and of binary digits of a sum.
inline constexpr std::size_t most_weighed_planes = 1023;
inline constexpr std::size_t most_weight_positions = 16;
inline constexpr std::size_t most_sum_digits = 24;

}  // namespace hashlab
