#pragma once

#include "lib/hamming/bit_sliced.h"
#include "lib/plane_sums/sum_kernel.h"

#include <cstddef>
#include <cstdint>
#include <utility>

// Weighted sums of many codes at once, from lines of WeighedTile and places of Weighing. A vector
// holds one bit of L::words x 64 codes. All lines at the places of position p have weight 2^p, and
// full adders turn them into the binary digits of the sums: each adder replaces three vectors of
// one weight by one of that weight and a carry of twice the weight. n lines therefore take about n
// full adders, whatever their weights are.
//
// The lines of a position are added sixteen at a time (the carry-save tree of Harley and Seal, see
// Warren, Hacker's Delight, section 5-1). The tree adds to digits p .. p + 3 of the sum itself, so
// positions have no sums of their own that would have to be added at the end. Its only carry, of
// weight 2^(p + 4), waits until that position is reached.
//
// `L` is a vector type with its operations, as explained in lib/hamming/sliced_distance.h.

namespace hashlab {

template <class L>
struct SlicedSums {
  using V = typename L::Vector;
  using Word = std::uint64_t;
  using Counter = BitSliced<L>;

  /// A plane of a block consists of this many vectors side by side.
  static constexpr std::size_t columns = Tile::block_words / L::words;
  static constexpr std::size_t max_digits = most_sum_digits;

  static const Word* column(const WeighedTile& tile, std::size_t c) {
    return tile.lines + c / columns * tile.block_words() + c % columns * L::words;
  }

  /// Adds a and b to s and returns the carry.
  [[gnu::always_inline]] static V fold(V& s, V a, V b) {
    const V carry = L::majority(s, a, b);
    s = L::sum(s, a, b);
    return carry;
  }

  /// The digits p .. p + 3 of the sum so far, as the tree adds to them.
  struct Digits {
    V one, two, four, eight;
  };
  /// Adds n = 2, 4, 8 or 16 lines and returns the carry of n times their weight.
  template <std::size_t n>
  [[gnu::always_inline]] static V add_lines(Digits& d, const Word* column,
                                            const std::uint16_t* place) {
    if constexpr (n == 2) {
      return fold(d.one, L::load(column + place[0]), L::load(column + place[1]));
    } else {
      const V a = add_lines<n / 2>(d, column, place);
      const V b = add_lines<n / 2>(d, column, place + n / 2);
      return fold(n == 4 ? d.two : n == 8 ? d.four : d.eight, a, b);
    }
  }

  /// Carries that wait for their positions, which are at most four ahead. From the lines of a
  /// position come at most 67 carries, and half as many as have waited there.
  class Carries {
   public:
    void put(std::size_t p, V carry) { L::store(at(p, n_[p % ring]++), carry); }
    std::size_t count(std::size_t p) const { return n_[p % ring]; }
    V get(std::size_t p, std::size_t i) { return L::load(at(p, i)); }
    void clear(std::size_t p) { n_[p % ring] = 0; }

   private:
    static constexpr std::size_t ring = 8, most = 144;
    Word* at(std::size_t p, std::size_t i) { return waiting_ + (p % ring * most + i) * L::words; }
    alignas(64) Word waiting_[ring * most * L::words];
    std::size_t n_[ring] = {};
  };

  /// Computes the n_digits digits of the sums of one column of codes.
  static void digits_of(const Word* column, const Weighing& weighing, V* digits) {
    Carries carries;
    Digits d = {L::zero(), L::zero(), L::zero(), L::zero()};
    const std::uint16_t* place = weighing.places;
    for (std::size_t p = 0; p < weighing.n_digits; ++p) {
      const std::size_t n = p < weighing.positions ? weighing.n_places[p] : 0;
      for (std::size_t i = 16; i <= n; i += 16, place += 16) {
        carries.put(p + 4, add_lines<16>(d, column, place));
      }
      if ((n & 8) != 0) {
        carries.put(p + 3, add_lines<8>(d, column, place));
        place += 8;
      }
      if ((n & 4) != 0) {
        carries.put(p + 2, add_lines<4>(d, column, place));
        place += 4;
      }
      if ((n & 2) != 0) {
        carries.put(p + 1, add_lines<2>(d, column, place));
        place += 2;
      }
      const std::size_t waiting = carries.count(p);
      std::size_t i = 0;
      if ((n & 1) != 0) {
        const V line = L::load(column + *place++);
        if (waiting % 2 == 1) {
          carries.put(p + 1, fold(d.one, line, carries.get(p, i++)));
        } else {
          carries.put(p + 1, L::both(d.one, line));
          d.one = L::exclusive_or(d.one, line);
        }
      } else if (waiting % 2 == 1) {
        const V line = carries.get(p, i++);
        carries.put(p + 1, L::both(d.one, line));
        d.one = L::exclusive_or(d.one, line);
      }
      for (; i < waiting; i += 2) {
        carries.put(p + 1, fold(d.one, carries.get(p, i), carries.get(p, i + 1)));
      }
      carries.clear(p);
      digits[p] = d.one;
      d = {d.two, d.four, d.eight, L::zero()};
    }
  }

  // All sums. The digits of eight codes, which are the bits of one byte of each digit vector, are
  // spread to one byte for each code.

  struct Spread {
    Word of[256];  // byte t of of[b] is bit t of b
    Spread() {
      for (Word b = 0; b < 256; ++b) {
        of[b] = 0;
        for (std::size_t t = 0; t < 8; ++t) of[b] |= (b >> t & 1) << 8 * t;
      }
    }
  };

  static void sums(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    const Spread spread;
    for (std::size_t c = 0; c < tile.n_blocks * columns; ++c) {
      V digits[max_digits];
      digits_of(column(tile, c), weighing, digits);
      Word digit[max_digits][L::words];
      for (std::size_t k = 0; k < weighing.n_digits; ++k) L::store(digit[k], digits[k]);
      for (std::size_t w = 0; w < L::words; ++w, out += 64) {
        write_word(weighing.n_digits, digit, w, spread, out);
      }
    }
  }

  static void write_word(std::size_t n_digits, const Word (*digit)[L::words], std::size_t w,
                         const Spread& spread, std::uint32_t* out) {
    for (std::size_t shift = 0; shift < 64; shift += 8) {
      Word bytes[3] = {};
      for (std::size_t k = 0; k < n_digits; ++k) {
        bytes[k / 8] |= spread.of[digit[k][w] >> shift & 255] << k % 8;
      }
      for (std::size_t t = 0; t < 8; ++t) {
        out[shift + t] =
            static_cast<std::uint32_t>((bytes[0] >> 8 * t & 255) | (bytes[1] >> 8 * t & 255) << 8 |
                                       (bytes[2] >> 8 * t & 255) << 16);
      }
    }
  }

  // Counting, as BitSliced counts distances.

  template <std::size_t n_digits>
  static void count_with(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    constexpr std::size_t at_once = Counter::at_once;
    typename Counter::template Counts<n_digits> counts;
    const std::size_t n_columns = tile.n_blocks * columns;
    for (std::size_t c = 0; c < n_columns; c += at_once) {
      typename Counter::Row digits[n_digits], everything;
      for (std::size_t i = 0; i < at_once; ++i) {
        const bool there = c + i < n_columns;
        V of_column[max_digits];
        for (std::size_t k = 0; k < n_digits; ++k) of_column[k] = L::zero();
        digits_of(column(tile, there ? c + i : c), weighing, of_column);
        for (std::size_t k = 0; k < n_digits; ++k) digits[k].column[i] = of_column[k];
        everything.column[i] = there ? L::ones() : L::zero();
      }
      Counter::template count_groups<n_digits>(everything, 0, digits, counts);
    }
    counts.finish(weighing.most, out);
    // The zero codes that pad the last block have the sum of all that is subtracted.
    std::uint32_t of_zero = 0;
    for (std::size_t p = 0; p < weighing.positions; ++p) {
      for (std::size_t w = 0; w < weighing.words; ++w) {
        const int ones = __builtin_popcountll(weighing.minus[p * weighing.words + w]);
        of_zero += static_cast<std::uint32_t>(ones) << p;
      }
    }
    out[of_zero] -= static_cast<std::uint32_t>(tile.n_blocks * Tile::block_codes - tile.n);
  }

  static void count_one_by_one(const Weighing& weighing, const WeighedTile& tile,
                               std::uint32_t* out) {
    std::uint32_t of_block[Tile::block_codes];
    for (std::size_t b = 0; b < tile.n_blocks; ++b) {
      WeighedTile block = tile;
      block.n_blocks = 1;
      block.lines = tile.lines + b * tile.block_words();
      sums(weighing, block, of_block);
      const std::size_t left = tile.n - b * Tile::block_codes;
      for (std::size_t i = 0; i < Tile::block_codes && i < left; ++i) {
        ++out[of_block[WeighedTile::slot(i)]];
      }
    }
  }

  // With more digits, there are more groups of sums than codes in a block to count.
  static void count(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    if (weighing.n_digits <= 8) return count_with<8>(weighing, tile, out);
    if (weighing.n_digits <= 9) return count_with<9>(weighing, tile, out);
    if (weighing.n_digits <= 10) return count_with<10>(weighing, tile, out);
    if (weighing.n_digits <= 11) return count_with<11>(weighing, tile, out);
    count_one_by_one(weighing, tile, out);
  }

  // Searching. A few blocks at a time are compared with all weighings. They stay in the L1 cache,
  // unless a single block of long codes needs more than l1_words.

  static constexpr std::size_t l1_words = 4096;  // 32 KiB

  static void at_least(const Weighing* weighings, std::size_t n_weighings, const WeighedTile& tile,
                       const std::uint32_t* least, OnSum found, void* search) {
    const std::size_t step = tile.block_words() < l1_words ? l1_words / tile.block_words() : 1;
    for (std::size_t b = 0; b < tile.n_blocks; b += step) {
      const std::size_t end = tile.n_blocks - b < step ? tile.n_blocks : b + step;
      for (std::size_t q = 0; q < n_weighings; ++q) {
        for (std::size_t block = b; block < end; ++block) {
          // found() may raise it, but only for the next block.
          const std::uint32_t wanted = least[q * tile.n_blocks + block];
          if (wanted > weighings[q].most) continue;
          for (std::size_t c = block * columns; c < (block + 1) * columns; ++c) {
            find_in_column(weighings[q], tile, c, wanted, found, search, q);
          }
        }
      }
    }
  }

  static void find_in_column(const Weighing& weighing, const WeighedTile& tile, std::size_t c,
                             std::uint32_t wanted, OnSum found, void* search, std::size_t q) {
    static constexpr Word all_or_none[2] = {~Word{0}, 0};
    V digits[max_digits];
    digits_of(column(tile, c), weighing, digits);
    V set = L::ones();
    if (wanted > 0) {
      // A sum is larger than wanted - 1 if adding the complement of that number carries out of the
      // highest digit.
      const std::uint32_t less = wanted - 1;
      set = L::both(digits[0], L::repeat(all_or_none + (less & 1)));
      for (std::size_t k = 1; k < weighing.n_digits; ++k) {
        set = L::majority(set, digits[k], L::repeat(all_or_none + (less >> k & 1)));
      }
    }
    if (!L::any(set)) return;
    Word codes[L::words], digit[max_digits][L::words];
    L::store(codes, set);
    for (std::size_t k = 0; k < weighing.n_digits; ++k) L::store(digit[k], digits[k]);
    tell(codes, digit, weighing.n_digits, tile, c, found, search, q);
  }

  [[gnu::noinline]] static void tell(const Word* set, const Word (*digit)[L::words],
                                     std::size_t n_digits, const WeighedTile& tile, std::size_t c,
                                     OnSum found, void* search, std::size_t q) {
    for (std::size_t w = 0; w < L::words; ++w) {
      const std::size_t first = c / columns * Tile::block_codes + c % columns * L::words + w;
      for (Word left = set[w]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(left));
        const std::size_t position = first + Tile::block_words * bit;
        if (position >= tile.n) break;
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < n_digits; ++k) {
          sum |= static_cast<std::uint32_t>(digit[k][w] >> bit & 1) << k;
        }
        found(search, q, position, sum);
      }
    }
  }
};

}  // namespace hashlab
