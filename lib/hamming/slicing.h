#pragma once

#include "lib/hamming/kernel.h"

#include <cstddef>
#include <cstdint>

// Computes the planes of a tile from its codes, and its tables from the planes. Each 64-bit lane
// transposes a 64 x 64 bit matrix by recursively swapping its off-diagonal blocks (Warren, Hacker's
// Delight, section 7-3).
//
// `L` is a vector type with its operations, as explained in sliced_distance.h.

namespace hashlab {

template <class L>
struct Slicing {
  using V = typename L::Vector;
  using Word = std::uint64_t;

  static void slice(const Tile& tile, Word* planes) {
    constexpr std::size_t width = Tile::block_words;
    const std::size_t n_planes = tile.n_planes;
    for (std::size_t b = 0; b < tile.n_blocks; ++b) {
      const Word* codes = tile.codes + b * Tile::block_codes * tile.words;
      const std::size_t left = tile.n - b * Tile::block_codes;
      const std::size_t n = left < Tile::block_codes ? left : Tile::block_codes;
      for (std::size_t w = 0; w < tile.words; ++w) {
        alignas(64) Word matrix[64 * width];
        for (std::size_t i = 0; i < n; ++i) matrix[i] = codes[i * tile.words + w];
        for (std::size_t i = n; i < 64 * width; ++i) matrix[i] = 0;
        for (std::size_t c = 0; c < width; c += L::words) {
          for (std::size_t r = 0; r < 8; ++r) {
            transpose_eight<32>(matrix + r * width + c, 8 * width);
          }
          for (std::size_t r = 0; r < 64; r += 8) {
            transpose_eight<4>(matrix + r * width + c, width);
          }
        }
        const std::size_t begin = 64 * w;
        const std::size_t count = n_planes - begin < 64 ? n_planes - begin : 64;
        Word* out = planes + (b * n_planes + begin) * width;
        for (std::size_t i = 0; i < count * width; ++i) out[i] = matrix[i];
      }
      // Zeroes the planes after the last word of the codes. There may be some, because the number
      // of planes is a multiple of three and 64 is not.
      Word* out = planes + b * n_planes * width;
      for (std::size_t i = 64 * tile.words * width; i < n_planes * width; ++i) out[i] = 0;
    }
  }

  static void tabulate(const Tile& tile, Word* tables) {
    for (std::size_t i = 0; i < tile.n_blocks * tile.n_triples(); ++i) {
      for (std::size_t c = 0; c < Tile::block_words; c += L::words) {
        tabulate_column(tile.planes + 3 * Tile::block_words * i + c,
                        tables + Tile::tables_of_triple * Tile::block_words * i + c);
      }
    }
  }

 private:
  /// Computes both binary digits of the number of ones in x ^ q, for the bits x of three planes a,
  /// b, c and all eight values of q (see Tile). Half of the tables follow from the others:
  /// complementing three bits turns a number m of ones into 3 - m, which complements both digits.
  static void tabulate_column(const Word* planes, Word* tables) {
    constexpr std::size_t plane = Tile::block_words;
    const V a = L::load(planes), b = L::load(planes + plane), c = L::load(planes + 2 * plane);
    const V low = L::sum(a, b, c);
    L::store(tables, low);
    L::store(tables + plane, complement(low));
    Word* high = tables + Tile::low_tables * plane;
    const V of[4] = {L::majority(a, b, c), L::majority(complement(a), b, c),
                     L::majority(a, complement(b), c),
                     L::majority(complement(a), complement(b), c)};
    for (std::size_t q = 0; q < 4; ++q) {
      L::store(high + q * plane, of[q]);
      L::store(high + (7 - q) * plane, complement(of[q]));
    }
  }
  static V complement(V v) { return L::exclusive_or(v, L::ones()); }

  /// One step of the transposition, for eight rows that are held in registers: swaps the
  /// off-diagonal blocks of `size` bits between rows r and r + apart.
  template <int size, std::size_t apart>
  static void swap_squares(V* rows) {
    const Word mask = size == 32   ? 0x00000000ffffffff
                      : size == 16 ? 0x0000ffff0000ffff
                      : size == 8  ? 0x00ff00ff00ff00ff
                      : size == 4  ? 0x0f0f0f0f0f0f0f0f
                      : size == 2  ? 0x3333333333333333
                                   : 0x5555555555555555;
    const V low = L::repeat(&mask);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < 8; ++r) {
      if ((r & apart) != 0) continue;
      const V t = L::both(L::exclusive_or(L::template right<size>(rows[r]), rows[r + apart]), low);
      rows[r + apart] = L::exclusive_or(rows[r + apart], t);
      rows[r] = L::exclusive_or(rows[r], L::template left<size>(t));
    }
  }

  template <int first_size>
  static void transpose_eight(Word* matrix, std::size_t stride) {
    V rows[8];
    for (std::size_t r = 0; r < 8; ++r) rows[r] = L::load(matrix + r * stride);
    swap_squares<first_size, 4>(rows);
    swap_squares<first_size / 2, 2>(rows);
    swap_squares<first_size / 4, 1>(rows);
    for (std::size_t r = 0; r < 8; ++r) L::store(matrix + r * stride, rows[r]);
  }
};

}  // namespace hashlab
