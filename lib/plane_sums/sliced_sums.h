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

  /// Vectors of this many columns, which are added up together: branches depend on the weighing
  /// alone, so that the columns share them.
  static constexpr std::size_t at_once = 2;
  struct Row {
    V column[at_once];
  };
  /// Where two columns begin.
  struct Columns {
    const Word* begin[at_once];
    [[gnu::always_inline]] Row load(std::size_t place) const {
      return {L::load(begin[0] + place), L::load(begin[1] + place)};
    }
  };
  /// Columns c and c + 1 of the tile, or c twice if it is the last one.
  static Columns columns_from(const WeighedTile& tile, std::size_t c) {
    return {column(tile, c), column(tile, c + 1 < tile.n_blocks * columns ? c + 1 : c)};
  }

  static Row zeros() { return {L::zero(), L::zero()}; }
  /// Adds a and b to s and returns the carry.
  [[gnu::always_inline]] static Row fold(Row& s, const Row& a, const Row& b) {
    const Row carry = {L::majority(s.column[0], a.column[0], b.column[0]),
                       L::majority(s.column[1], a.column[1], b.column[1])};
    s = {L::sum(s.column[0], a.column[0], b.column[0]),
         L::sum(s.column[1], a.column[1], b.column[1])};
    return carry;
  }
  /// Adds a to s and returns the carry.
  [[gnu::always_inline]] static Row fold(Row& s, const Row& a) {
    const Row carry = {L::both(s.column[0], a.column[0]), L::both(s.column[1], a.column[1])};
    s = {L::exclusive_or(s.column[0], a.column[0]), L::exclusive_or(s.column[1], a.column[1])};
    return carry;
  }

  /// The digits p .. p + 3 of the sum so far, as the tree adds to them.
  struct Digits {
    Row one, two, four, eight;
  };
  /// Adds n = 2, 4, 8 or 16 lines and returns the carry of n times their weight.
  template <std::size_t n>
  [[gnu::always_inline]] static Row add_lines(Digits& d, const Columns& columns,
                                              const std::uint16_t* place) {
    if constexpr (n == 2) {
      return fold(d.one, columns.load(place[0]), columns.load(place[1]));
    } else {
      const Row a = add_lines<n / 2>(d, columns, place);
      const Row b = add_lines<n / 2>(d, columns, place + n / 2);
      return fold(n == 4 ? d.two : n == 8 ? d.four : d.eight, a, b);
    }
  }

  /// Carries that wait for their positions, which are at most four ahead. From the lines of a
  /// position come at most 67 carries, and half as many as have waited there.
  class Carries {
   public:
    [[gnu::always_inline]] void put(std::size_t p, const Row& carry) {
      Word* to = at(p, n_[p % ring]++);
      L::store(to, carry.column[0]);
      L::store(to + L::words, carry.column[1]);
    }
    std::size_t count(std::size_t p) const { return n_[p % ring]; }
    [[gnu::always_inline]] Row get(std::size_t p, std::size_t i) {
      const Word* from = at(p, i);
      return {L::load(from), L::load(from + L::words)};
    }
    void clear(std::size_t p) { n_[p % ring] = 0; }

   private:
    static constexpr std::size_t ring = 8, most = 144;
    Word* at(std::size_t p, std::size_t i) {
      return waiting_ + (p % ring * most + i) * at_once * L::words;
    }
    alignas(64) Word waiting_[ring * most * at_once * L::words];
    std::size_t n_[ring] = {};
  };

  /// Computes the n_digits digits of the sums of two columns of codes.
  static void digits_of(const Columns& columns, const Weighing& weighing, Row* digits) {
    Carries carries;
    Digits d = {zeros(), zeros(), zeros(), zeros()};
    const std::uint16_t* place = weighing.places;
    for (std::size_t p = 0; p < weighing.n_digits; ++p) {
      const std::size_t n = p < weighing.positions ? weighing.n_places[p] : 0;
      for (std::size_t i = 16; i <= n; i += 16, place += 16) {
        carries.put(p + 4, add_lines<16>(d, columns, place));
      }
      if ((n & 8) != 0) {
        carries.put(p + 3, add_lines<8>(d, columns, place));
        place += 8;
      }
      if ((n & 4) != 0) {
        carries.put(p + 2, add_lines<4>(d, columns, place));
        place += 4;
      }
      if ((n & 2) != 0) {
        carries.put(p + 1, add_lines<2>(d, columns, place));
        place += 2;
      }
      const std::size_t waiting = carries.count(p);
      std::size_t i = 0;
      if ((n & 1) != 0) {
        const Row line = columns.load(*place++);
        if (waiting % 2 == 1) {
          carries.put(p + 1, fold(d.one, line, carries.get(p, i++)));
        } else {
          carries.put(p + 1, fold(d.one, line));
        }
      } else if (waiting % 2 == 1) {
        carries.put(p + 1, fold(d.one, carries.get(p, i++)));
      }
      for (; i < waiting; i += 2) {
        carries.put(p + 1, fold(d.one, carries.get(p, i), carries.get(p, i + 1)));
      }
      carries.clear(p);
      digits[p] = d.one;
      d = {d.two, d.four, d.eight, zeros()};
    }
  }

  // All sums, 64 codes at a time.

  static void sums(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    const std::size_t n_columns = tile.n_blocks * columns;
    for (std::size_t c = 0; c < n_columns; c += at_once) {
      Row digits[max_digits];
      digits_of(columns_from(tile, c), weighing, digits);
      for (std::size_t i = 0; i < at_once && c + i < n_columns; ++i) {
        Word digit[max_digits][L::words];
        store_digits(weighing.n_digits, digits, i, digit);
        for (std::size_t w = 0; w < L::words; ++w, out += 64) {
          if constexpr (requires { L::write_numbers(weighing.n_digits, digit, w, out); }) {
            L::write_numbers(weighing.n_digits, digit, w, out);
          } else {
            write_numbers(weighing.n_digits, digit, w, out);
          }
        }
      }
    }
  }

  static void store_digits(std::size_t n_digits, const Row* digits, std::size_t i,
                           Word (*digit)[L::words]) {
    for (std::size_t k = 0; k < n_digits; ++k) L::store(digit[k], digits[k].column[i]);
  }

  /// Writes the sums of 64 codes, whose digits are word w of each vector. The digits of eight
  /// codes, a byte of that word, are spread to the bytes of a word.
  static void write_numbers(std::size_t n_digits, const Word (*digit)[L::words], std::size_t w,
                            std::uint32_t* out) {
    for (std::size_t shift = 0; shift < 64; shift += 8) {
      Word bytes[3] = {};
      for (std::size_t k = 0; k < n_digits; ++k) {
        bytes[k / 8] |= spread(digit[k][w] >> shift & 255) << k % 8;
      }
      for (std::size_t t = 0; t < 8; ++t) {
        out[shift + t] =
            static_cast<std::uint32_t>((bytes[0] >> 8 * t & 255) | (bytes[1] >> 8 * t & 255) << 8 |
                                       (bytes[2] >> 8 * t & 255) << 16);
      }
    }
  }

  /// Bit t of a byte as the lowest bit of byte t of a word. The multiplication copies the byte to
  /// every byte, the mask leaves bit t in byte t, and the addition carries it to the highest bit.
  static Word spread(Word byte) {
    const Word bits = byte * 0x0101010101010101 & 0x8040201008040201;
    return (bits + 0x00406070787c7e7f) >> 7 & 0x0101010101010101;
  }

  // Counting, as BitSliced counts distances.

  template <std::size_t n_digits>
  static void count_with(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    static_assert(Counter::at_once == at_once);
    typename Counter::template Counts<n_digits> counts;
    const std::size_t n_columns = tile.n_blocks * columns;
    for (std::size_t c = 0; c < n_columns; c += at_once) {
      Row of_columns[max_digits];
      for (std::size_t k = 0; k < n_digits; ++k) of_columns[k] = zeros();
      digits_of(columns_from(tile, c), weighing, of_columns);
      typename Counter::Row digits[n_digits], everything;
      for (std::size_t i = 0; i < at_once; ++i) {
        for (std::size_t k = 0; k < n_digits; ++k) digits[k].column[i] = of_columns[k].column[i];
        everything.column[i] = c + i < n_columns ? L::ones() : L::zero();
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
  // unless two blocks need more than l1_words.

  static constexpr std::size_t l1_words = 4096;  // 32 KiB

  static void at_least(const Weighing* weighings, std::size_t n_weighings, const WeighedTile& tile,
                       const std::uint32_t* least, OnSum found, void* search) {
    const std::size_t fitting = l1_words / tile.block_words();
    const std::size_t step = fitting < 2 ? 2 : fitting;
    for (std::size_t b = 0; b < tile.n_blocks; b += step) {
      const std::size_t end = tile.n_blocks - b < step ? tile.n_blocks : b + step;
      for (std::size_t q = 0; q < n_weighings; ++q) {
        const std::uint32_t* of_blocks = least + q * tile.n_blocks;
        for (std::size_t c = b * columns; c < end * columns; c += at_once) {
          // found() may raise them, but only for the columns after these.
          std::uint32_t wanted[at_once];
          bool possible = false;
          for (std::size_t i = 0; i < at_once; ++i) {
            wanted[i] = c + i < end * columns ? of_blocks[(c + i) / columns] : ~std::uint32_t{0};
            possible = possible || wanted[i] <= weighings[q].most;
          }
          if (possible) find_in_columns(weighings[q], tile, c, wanted, found, search, q);
        }
      }
    }
  }

  static void find_in_columns(const Weighing& weighing, const WeighedTile& tile, std::size_t c,
                              const std::uint32_t* wanted, OnSum found, void* search,
                              std::size_t q) {
    Row digits[max_digits];
    digits_of(columns_from(tile, c), weighing, digits);
    for (std::size_t i = 0; i < at_once; ++i) {
      if (wanted[i] > weighing.most) continue;
      const V set = reaching(weighing.n_digits, digits, i, wanted[i]);
      if (!L::any(set)) continue;
      Word codes[L::words], digit[max_digits][L::words];
      L::store(codes, set);
      store_digits(weighing.n_digits, digits, i, digit);
      tell(codes, digit, weighing.n_digits, tile, c + i, found, search, q);
    }
  }

  /// The codes of column i whose sum is at least `wanted`. A sum is larger than wanted - 1 if
  /// adding the complement of that number carries out of the highest digit.
  static V reaching(std::size_t n_digits, const Row* digits, std::size_t i, std::uint32_t wanted) {
    static constexpr Word all_or_none[2] = {~Word{0}, 0};
    if (wanted == 0) return L::ones();
    const std::uint32_t less = wanted - 1;
    V set = L::both(digits[0].column[i], L::repeat(all_or_none + (less & 1)));
    for (std::size_t k = 1; k < n_digits; ++k) {
      set = L::majority(set, digits[k].column[i], L::repeat(all_or_none + (less >> k & 1)));
    }
    return set;
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
