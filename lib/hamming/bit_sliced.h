#pragma once

#include "lib/hamming/kernel.h"

#include <cstddef>
#include <cstdint>

// Hamming distances of many codes at once on bit-sliced (transposed) codes, with bitwise operations
// only. One vector holds bit j of `words` x 64 codes, so an exclusive or with the query's bit says
// for each code whether it differs there. A tree of full adders (a carry-save adder) sums these
// bits into the binary digits of the distances, again one vector per digit. The digits are never
// unpacked: the codes at each distance are counted through ands of digit vectors, and the codes
// within a radius are found by a bitwise comparison. A full adder takes two instructions with
// AVX-512 and five with other instruction sets.
//
// The kernel files include these templates. `L`, a vector type with its operations, is defined in
// the including file's unnamed namespace, so each file has its own copies, compiled with its own
// flags.

namespace hashlab {

/// The number of binary digits of a distance of at most max_sliced_bits.
inline constexpr std::size_t max_digits = 11;

template <class L>
struct BitSliced {
  using V = typename L::Vector;
  using Word = std::uint64_t;

  // A block of planes consists of this many vectors side by side.
  static constexpr std::size_t columns = Tile::block_words / L::words;

  struct Sum {
    V digit, carry;
  };
  static Sum add(V a, V b, V c) { return {L::sum(a, b, c), L::majority(a, b, c)}; }
  static Sum add(V a, V b) { return {L::exclusive_or(a, b), L::both(a, b)}; }

  /// For each plane a mask: all ones if the query's bit is one, else zero.
  struct Query {
    alignas(64) Word mask[Tile::block_words * ((max_sliced_bits + 8) / 8)];
    Query(const Word* query, const Tile& tile) {
      for (std::size_t j = 0; j < tile.n_planes; ++j) {
        mask[j] = j < tile.bits ? Word{0} - ((query[j / 64] >> (j % 64)) & 1) : 0;
      }
    }
  };

  /// The binary digits of the number of differing bits among 8 x groups planes, groups <= 8.
  template <std::size_t groups>
  static void distance_of(const Word* plane, const Word* mask, V* digits) {
    V ones = L::zero(), twos = L::zero(), fours = L::zero(), waiting = L::zero();
    V eights = L::zero(), sixteens = L::zero(), thirty_twos = L::zero(), sixty_fours = L::zero();
    const auto differs = [&](std::size_t j) {
      return L::exclusive_or(L::load(plane + Tile::block_words * j), L::repeat(mask + j));
    };
#pragma GCC unroll 8
    for (std::size_t g = 0; g < groups; ++g) {
      const Sum a = add(ones, differs(8 * g), differs(8 * g + 1));
      const Sum b = add(a.digit, differs(8 * g + 2), differs(8 * g + 3));
      const Sum ab = add(twos, a.carry, b.carry);
      const Sum c = add(b.digit, differs(8 * g + 4), differs(8 * g + 5));
      const Sum d = add(c.digit, differs(8 * g + 6), differs(8 * g + 7));
      const Sum cd = add(ab.digit, c.carry, d.carry);
      const Sum abcd = add(fours, ab.carry, cd.carry);
      ones = d.digit;
      twos = cd.digit;
      fours = abcd.digit;
      if (g % 2 == 0 && g + 1 < groups) {
        waiting = abcd.carry;
        continue;
      }
      const Sum e = g % 2 == 0 ? add(eights, abcd.carry) : add(eights, waiting, abcd.carry);
      eights = e.digit;
      const Sum f = add(sixteens, e.carry);
      sixteens = f.digit;
      const Sum h = add(thirty_twos, f.carry);
      thirty_twos = h.digit;
      sixty_fours = L::either(sixty_fours, h.carry);
    }
    digits[0] = ones;
    digits[1] = twos;
    digits[2] = fours;
    digits[3] = eights;
    digits[4] = sixteens;
    digits[5] = thirty_twos;
    digits[6] = sixty_fours;
  }

  static void distance_of_some(const Word* plane, const Word* mask, std::size_t groups, V* digits) {
    switch (groups) {
      case 1:
        return distance_of<1>(plane, mask, digits);
      case 2:
        return distance_of<2>(plane, mask, digits);
      case 3:
        return distance_of<3>(plane, mask, digits);
      case 4:
        return distance_of<4>(plane, mask, digits);
      case 5:
        return distance_of<5>(plane, mask, digits);
      case 6:
        return distance_of<6>(plane, mask, digits);
      case 7:
        return distance_of<7>(plane, mask, digits);
      default:
        return distance_of<8>(plane, mask, digits);
    }
  }

  /// The max_digits binary digits of the distances of one column, least significant first.
  static void distances(const Word* column, const Query& query, std::size_t n_planes, V* digits) {
    const std::size_t groups = n_planes / 8;
    for (std::size_t i = 7; i < max_digits; ++i) digits[i] = L::zero();
    distance_of_some(column, query.mask, groups, digits);
    for (std::size_t g = 8; g < groups; g += 8) {
      V more[7];
      distance_of_some(column + 8 * g * Tile::block_words, query.mask + 8 * g, groups - g, more);
      Sum s = add(digits[0], more[0]);
      digits[0] = s.digit;
      for (std::size_t i = 1; i < max_digits; ++i) {
        s = i < 7 ? add(digits[i], more[i], s.carry) : add(digits[i], s.carry);
        digits[i] = s.digit;
      }
    }
  }

  // Counting. A number s stands for the set of its one bits. The and of the digit vectors in s
  // marks the codes whose distance has a one at each of these digits; counts[s] is their number. It
  // sums over all distances that contain s as a subset, so finish() obtains the count of each
  // single distance by differences (a Moebius inversion). A distance that contains s is at least s,
  // so only s <= bits can occur: for 64 x words codes this takes one and and one population count
  // per distance.

  /// Several columns are counted together, to share the loads and stores of the accumulators.
  static constexpr std::size_t at_once = L::columns_at_once;
  struct Row {
    V column[at_once];
  };
  [[gnu::always_inline]] static Row both(const Row& a, const Row& b) {
    Row row;
    for (std::size_t c = 0; c < at_once; ++c) row.column[c] = L::both(a.column[c], b.column[c]);
    return row;
  }

  template <std::size_t level>
  [[gnu::always_inline]] static void count_leaves(const Row& set, const Row* digits, Word* counts) {
    if constexpr (level == 0) {
      L::add_counts(counts, set.column);
    } else {
      count_leaves<level - 1>(set, digits, counts);
      count_leaves<level - 1>(both(set, digits[level - 1]), digits,
                              counts + (L::words << (level - 1)));
    }
  }

  static constexpr std::size_t leaf_level = 4;

  template <std::size_t level>
  static void count_sets(const Row& set, std::size_t s, std::size_t bits, const Row* digits,
                         Word* counts) {
    if constexpr (level == leaf_level) {
      if (s == bits) {
        L::add_counts(counts + L::words * s, set.column);
      } else {
        // Copies can stay in registers: for the compiler, `counts` might alias the originals.
        const Row start = set;
        const Row low[leaf_level] = {digits[0], digits[1], digits[2], digits[3]};
        count_leaves<leaf_level>(start, low, counts + L::words * s);
      }
    } else {
      count_sets<level - 1>(set, s, bits, digits, counts);
      const std::size_t upper = s + (std::size_t{1} << (level - 1));
      if (upper <= bits) {
        count_sets<level - 1>(both(set, digits[level - 1]), upper, bits, digits, counts);
      }
    }
  }

  /// Adds the counts of each distance 0 .. bits to `out`, less `padding` zero codes.
  template <std::size_t n_digits>
  static void finish(const Word* counts, std::size_t bits, std::uint32_t* out) {
    std::uint32_t at[std::size_t{1} << n_digits];
    for (std::size_t s = 0; s <= bits; ++s) {
      Word sum = 0;
      for (std::size_t w = 0; w < L::words; ++w) sum += counts[L::words * s + w];
      at[s] = static_cast<std::uint32_t>(sum);
    }
    for (std::size_t digit = 1; digit <= bits; digit *= 2) {
      for (std::size_t s = 0; s + digit <= bits; ++s) {
        if ((s & digit) == 0) at[s] -= at[s + digit];
      }
    }
    for (std::size_t s = 0; s <= bits; ++s) out[s] += at[s];
  }

  template <std::size_t n_digits>
  static void count_with(const Word* query, const Tile& tile, const Word* relevant_set,
                         std::uint32_t* all, std::uint32_t* relevant) {
    alignas(64) Word all_sets[L::words << n_digits];
    alignas(64) Word relevant_sets[L::words << n_digits];
    const std::size_t used = L::words * (tile.bits / 16 * 16 + 16);
    for (std::size_t i = 0; i < used && i < (L::words << n_digits); ++i) all_sets[i] = 0;
    if (relevant_set != nullptr) {
      for (std::size_t i = 0; i < used && i < (L::words << n_digits); ++i) relevant_sets[i] = 0;
    }
    const Query masks(query, tile);
    const std::size_t n_columns = tile.n_blocks * columns;
    const auto column = [&](std::size_t c) {
      return tile.planes + c / columns * Tile::block_words * tile.n_planes + c % columns * L::words;
    };
    for (std::size_t c = 0; c < n_columns; c += at_once) {
      Row digits[max_digits], everything, those_relevant;
      for (std::size_t i = 0; i < at_once; ++i) {
        const bool there = c + i < n_columns;
        V of_column[max_digits];
        distances(column(there ? c + i : c), masks, tile.n_planes, of_column);
        for (std::size_t d = 0; d < n_digits; ++d) digits[d].column[i] = of_column[d];
        everything.column[i] = there ? L::ones() : L::zero();
        if (relevant_set != nullptr) {
          those_relevant.column[i] = there ? L::load(relevant_set + L::words * (c + i)) : L::zero();
        }
      }
      count_sets<n_digits>(everything, 0, tile.bits, digits, all_sets);
      if (relevant_set != nullptr) {
        count_sets<n_digits>(those_relevant, 0, tile.bits, digits, relevant_sets);
      }
    }
    finish<n_digits>(all_sets, tile.bits, all);
    if (relevant_set != nullptr) finish<n_digits>(relevant_sets, tile.bits, relevant);
    // The zero codes that pad the last block have a distance equal to the query's number of ones.
    std::size_t ones = 0;
    for (std::size_t j = 0; j < tile.bits; ++j) ones += masks.mask[j] & 1;
    all[ones] -= static_cast<std::uint32_t>(tile.n_blocks * Tile::block_codes - tile.n);
  }

  static void count(const Word* query, const Tile& tile, const Word* relevant_set,
                    std::uint32_t* all, std::uint32_t* relevant) {
    if (tile.bits < 16) return count_with<4>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 32) return count_with<5>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 64) return count_with<6>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 128) return count_with<7>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 256) return count_with<8>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 512) return count_with<9>(query, tile, relevant_set, all, relevant);
    if (tile.bits < 1024) return count_with<10>(query, tile, relevant_set, all, relevant);
    return count_with<11>(query, tile, relevant_set, all, relevant);
  }

  static std::size_t within(const Word* query, const Tile& tile, std::size_t radius,
                            std::uint32_t* found) {
    const Query masks(query, tile);
    if (radius > tile.bits) radius = tile.bits;
    std::size_t n_found = 0;
    for (std::size_t b = 0; b < tile.n_blocks; ++b) {
      const Word* block = tile.planes + b * Tile::block_words * tile.n_planes;
      for (std::size_t c = 0; c < columns; ++c) {
        V digits[max_digits];
        distances(block + c * L::words, masks, tile.n_planes, digits);
        // distance > radius, decided by the most significant digit in which they differ.
        V beyond = L::zero();
        for (std::size_t i = 0; i < max_digits && tile.bits >> i != 0; ++i) {
          beyond =
              (radius >> i & 1) != 0 ? L::both(beyond, digits[i]) : L::either(beyond, digits[i]);
        }
        const V inside = L::exclusive_or(beyond, L::ones());
        if (!L::any(inside)) continue;
        Word set[L::words];
        L::store(set, inside);
        for (std::size_t w = 0; w < L::words; ++w) {
          const std::size_t first = b * Tile::block_codes + c * L::words + w;
          for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
            const std::size_t i =
                first + Tile::block_words * static_cast<std::size_t>(__builtin_ctzll(rest));
            if (i < tile.n) found[n_found++] = static_cast<std::uint32_t>(i);
          }
        }
      }
    }
    return n_found;
  }

  // Slicing: each 64-bit lane transposes a 64 x 64 bit matrix by recursively swapping its
  // off-diagonal blocks (Warren, Hacker's Delight, section 7-3).

  /// Swaps the off-diagonal blocks of `size` bits between rows r and r + apart of eight rows that
  /// are held in registers.
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
    }
  }
};

}  // namespace hashlab
